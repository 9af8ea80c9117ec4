T0=$(cat ~/t0); cd ~/main
for i in $(seq 30); do [ -f ~/env.sh ] && break; sleep 1; done; source ~/env.sh
left() { python3 -c "import time; print(max(20, round($T0+$1-time.time())))"; }
PYTHONPATH=$SITE:packaging:. /usr/bin/python3.12 -m demo_model.evaluate ~/xd --cases 96 --german 96 --workers 16 --cards 1 --at-once 32 --seed 60 --seconds $(left 1640) --skills "$(cat ~/skills)" > ~/e.txt 2> ~/e.log
touch ~/evaluated
