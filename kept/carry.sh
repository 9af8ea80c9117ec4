cd /work/main; rm -rf .dot; mkdir -p .dot/t .dot/a .dot/b .dot/c; rm -rf /tmp/prep/main; mkdir -p /tmp/prep/main
git archive HEAD packaging/demo_model engine app resources/dot | tar x -C /tmp/prep/main; tar cJf .dot/t/train.tar.xz -C /tmp/prep main
for n in attention network; do git show a2fc8c0d:packaging/demo_model/$n.py > .dot/t/$n.py; done
cd /tmp/prep/next3; cp start.sh chain.sh evaluate.sh /work/main/.dot/t/; cp kept/c.safetensors /work/main/.dot/t/
cd /tmp/prep; split -b 36000000 -d -a 1 mlxcuda.tar.xz mp.; mv mp.0 /work/main/.dot/a/; mv mp.1 /work/main/.dot/b/; mv mp.2 /work/main/.dot/c/; cp site.tar.xz next3/setup.sh /work/main/.dot/c/
du -sb /work/main/.dot/*
