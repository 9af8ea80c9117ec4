cd ~/main; T0=$(cat ~/t0); export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2 PYTHONPATH=packaging:.
left() { python3 -c "import time; print($T0+$1-time.time())"; }
train() { name=$1; shift; python3 -m demo_model.train ~/r/$name --tokenizer ~/tok --device cuda --steps 1000000 --test-every 0 --times 2 "$@" >> ~/$name.log 2>&1; }
export_to() { mkdir -p ~/x$1; cp ~/tok/* ~/x$1/; CUDA_VISIBLE_DEVICES= python3 -m demo_model.export ~/r/$1/checkpoint.pt ~/x$1 >> ~/export.log 2>&1; }
C="--mixture drill --rows 20 --length 4096 --patches 0.4"; D="--mixture last --rows 5 --length 16384 --patches 0.55"
(sleep 60; train warm $D --workers 1 --seconds 1) &
(train c $C --workers 15 --seed 604 --rate 0.7 --begin-with ~/b.safetensors --seconds $(left 152); true) &
until [ -f ~/r/c/checkpoint.pt ]; do sleep 0.1; kill -0 $! 2>/dev/null || { sleep 2; [ -f ~/r/c/checkpoint.pt ] || { echo c >> ~/failed; exit; }; }; done
(train d $D --workers 15 --seed 606 --rate 0.6 --begin-with ~/r/c/checkpoint.pt --seconds $(left 670); true) &
until [ -f ~/r/d/checkpoint.pt ]; do sleep 0.1; kill -0 $! 2>/dev/null || { sleep 2; [ -f ~/r/d/checkpoint.pt ] || { echo d >> ~/failed; exit; }; }; done
date >> ~/chain.log; export_to d; export_to c & bash ~/evaluate.sh
