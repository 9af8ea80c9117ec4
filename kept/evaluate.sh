cd ~/main; source ~/env.sh; T0=$(cat ~/t0); mkdir -p ~/sheet
PYTHONPATH=$SITE:packaging:. /usr/bin/python3.12 -m demo_model.evaluate ~/xd --cases 200 --german 100 --workers 16 --cards 1 --at-once 32 --seed 60 --seconds $(python3 -c "import time; print(round($T0+1550-time.time()))") --sheet ~/sheet > ~/e.txt 2> ~/e.log
touch ~/evaluated
