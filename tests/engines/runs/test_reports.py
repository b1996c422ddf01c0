"""Reports of benchmarks: each real output gives its run."""

import pytest

from app.engines.runs import RunNote, read_runs

VLLM_WITH = """
============ Serving Benchmark Result ============
Successful requests:                     200       
Failed requests:                         0         
Request rate configured (RPS):           0.30      
Benchmark duration (s):                  1429.40   
Total input tokens:                      815936    
Total generated tokens:                  97092     
Request throughput (req/s):              0.14      
Output token throughput (tok/s):         67.92     
Peak output token throughput (tok/s):    61.00     
Peak concurrent requests:                119.00    
Total token throughput (tok/s):          638.75    
---------------Time to First Token----------------
Mean TTFT (ms):                          326344.45 
Median TTFT (ms):                        339386.60 
P99 TTFT (ms):                           672869.32 
-----Time per Output Token (excl. 1st token)------
Mean TPOT (ms):                          269.83    
Median TPOT (ms):                        274.51    
P99 TPOT (ms):                           346.22    
---------------Inter-token Latency----------------
Mean ITL (ms):                           687.61    
Median ITL (ms):                         450.03    
P99 ITL (ms):                            1781.74   
---------------Speculative Decoding---------------
Acceptance rate (%):                     52.76     
Acceptance length:                       2.58      
Drafts:                                  37600     
Draft tokens:                            112800    
Accepted tokens:                         59511     
Per-position acceptance (%):
  Position 0:                            75.68     
  Position 1:                            50.33     
  Position 2:                            32.26     
==================================================
"""


def test_vllm_with_speculation_gives_its_run():
    (run,) = read_runs(VLLM_WITH).runs

    assert run.gamma == 3
    assert run.tau == pytest.approx(1 + 59511 / 37600)
    assert run.tpot_ms == 269.83
    assert run.tokens_per_second == 67.92
    assert run.concurrency == pytest.approx(67.92 * 0.26983)
    assert run.per_position == pytest.approx((0.7568, 0.5033, 0.3226))
    assert run.accepted_per_drafted == pytest.approx(59511 / 112800)
    assert run.notes == (RunNote.LOAD_FROM_SPEEDS, RunNote.QUEUEING)
