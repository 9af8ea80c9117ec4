cd /work/main; rm -rf .dot; mkdir -p .dot/t .dot/a .dot/b .dot/c; cd /tmp/prep
tar cJf .dot.tmp main drill; mv .dot.tmp /work/main/.dot/t/train.tar.xz
cp next/start.sh next/chain.sh next/evaluate.sh /work/main/.dot/t/
split -b 36000000 -d -a 1 mlxcuda.tar.xz mp.; mv mp.0 /work/main/.dot/a/; mv mp.1 /work/main/.dot/b/; mv mp.2 /work/main/.dot/c/; cp site.tar.xz next/setup.sh next/skills /work/main/.dot/c/
du -sb /work/main/.dot/*
