cd ~/main; export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2 PYTHONPATH=packaging:.
train() { name=$1; shift; python3 -m demo_model.train ~/r/$name --tokenizer ~/tok --device cuda --steps 1000000 --test-every 0 "$@" >> ~/$name.log 2>&1; }
D="--mixture last --rows 5 --length 16384 --patches 0.55"
train warm $D --workers 1 --seconds 1
# The new attention has never been on a GPU: fall back on that of a2fc8c0d.
[ -f ~/r/warm/checkpoint.pt ] || { echo "warm failed: old attention" >> ~/chain.log; cp ~/old/*.py packaging/demo_model/; rm -rf ~/r/warm; train warm $D --workers 1 --seconds 1; }
until [ -f ~/go ]; do sleep 0.2; done
date +%s.%N > ~/t0; T0=$(cat ~/t0)
(train d $D --workers 15 --seed 607 --rate 0.65 --begin-with ~/c.safetensors --seconds $(python3 -c "import time; print($T0+560-time.time())"); true) &
until [ -f ~/r/d/checkpoint.pt ]; do sleep 0.1; kill -0 $! 2>/dev/null || { sleep 2; [ -f ~/r/d/checkpoint.pt ] || { echo d >> ~/failed; exit; }; }; done
date +%s.%N > ~/t1
mkdir -p ~/xd; cp ~/tok/* ~/xd/; CUDA_VISIBLE_DEVICES= python3 -m demo_model.export ~/r/d/checkpoint.pt ~/xd >> ~/export.log 2>&1
bash ~/evaluate.sh
