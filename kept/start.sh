mkdir -p ~/r ~/tok; date +%s.%N > ~/t0; tar xJf .dot/t/train.tar.xz -C ~; cp ~/main/resources/dot/*.json ~/main/resources/dot/*.jinja ~/tok/
cp .dot/t/chain.sh .dot/t/evaluate.sh .dot/t/b.safetensors ~/
setsid nohup bash ~/chain.sh > ~/chain.log 2>&1 < /dev/null &
