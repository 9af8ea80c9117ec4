mkdir -p ~/r ~/tok ~/old; tar xJf .dot/t/train.tar.xz -C ~; cp ~/main/resources/dot/*.json ~/main/resources/dot/*.jinja ~/tok/
cp .dot/t/chain.sh .dot/t/evaluate.sh .dot/t/c.safetensors ~/; cp .dot/t/attention.py .dot/t/network.py ~/old/
setsid nohup bash ~/chain.sh >> ~/chain.log 2>&1 < /dev/null &
