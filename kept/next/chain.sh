cd ~; T0=$(cat ~/t0); at() { python3 -c "print($T0+$1)"; }
export PYTHONUNBUFFERED=1 OMP_NUM_THREADS=2
phase() { # name tree end patches workers-and-options...
  local name=$1 tree=$2 end=$3 patches=$4; shift 4
  (cd ~/$tree; END=$end PATCHES=$patches PYTHONPATH=packaging:. python3 -m demo_model.train ~/r/$name --tokenizer ~/tok --device cuda --steps 1000000 --test-every 1000000000 "$@" >> ~/$name.log 2>&1) || { echo "$name failed" >> ~/failed; }
}
export_to() { (mkdir -p ~/x$1; cp ~/tok/* ~/x$1/; cd ~/main; CUDA_VISIBLE_DEVICES= PYTHONPATH=packaging:. python3 -m demo_model.export ~/r/$1/checkpoint.pt ~/x$1 >> ~/export.log 2>&1); }
A="--rows 128 --length 576"; B="--rows 40 --length 2048"; C="--rows 20 --length 4096"; D="--rows 5 --length 16384"
(sleep 75; for s in "main .65 $B" "drill .40 $C" "main .35 $D"; do set -- $s; t=$1 p=$2; shift 2
  (cd ~/$t; PATCHES=$p PYTHONPATH=packaging:. python3 -m demo_model.train ~/r/warm$3$4 --tokenizer ~/tok --device cuda --steps 5 --test-every 1000000000 --workers 1 "$@" >> ~/warm.log 2>&1; date +%s >> ~/warm.log); done) &
phase a main $(at 405) 1.0 $A --times 3 --workers 15 --seed 601 &
(sleep 300; phase b main $(at 815) .65 $B --times 2 --workers 15 --seed 602 --rate 0.8 --begin-with ~/r/a/checkpoint.pt) &
(sleep 700; phase c drill $(at 985) .40 $C --times 2 --workers 15 --seed 604 --rate 0.7 --begin-with ~/r/b/checkpoint.pt; export_to b) &
(sleep 900; phase d main $(at 1490) .35 $D --times 2 --workers 15 --seed 605 --rate 0.6 --begin-with ~/r/c/checkpoint.pt
 export_to d; touch ~/trained; bash ~/evaluate.sh; export_to c) &
wait
