"""Grammars of questions, answers and talk."""
