"""Answers lines of JSON with Terrain on a Spark cluster: each partition is piped through `terrain batch`.

    spark-submit spark_scores.py TERRAIN METHOD INPUT OUTPUT

TERRAIN is the program, METHOD the operation (score), INPUT any path Spark reads,
OUTPUT the file that the responses are written to, in the order of the input. The bytes are those of one process: nothing
in a response depends on the position of its line.
"""

import os
import shlex
import sys

from pyspark import SparkContext, StorageLevel

terrain, method, source, target = sys.argv[1:]
context = SparkContext(appName=f"terrain {method}")
# Spark's tasks share the processors already, so each process has one thread. Exit status 1 says that lines were wrong: they
# are errors at their places and no reason to try the task again. Anything else is.
command = f"{terrain} batch {method} --threads 1 || test $? -eq 1"
# Nothing else of the driver's environment reaches the program.
environment = {name: os.environ[name] for name in ("PATH", "TERRAIN_HOME") if name in os.environ}
answers = (
    context.textFile(source, minPartitions=int(os.environ.get("PARTITIONS", "8")))
    .pipe(f"sh -c {shlex.quote(command)}", env=environment, checkCode=True)
    .persist(StorageLevel.DISK_ONLY)
)
# One file, for whoever wants one: partition by partition, so that the driver holds one at a time. On a cluster's file
# system `answers.saveAsTextFile(target)` writes as many files as there are partitions instead.
with open(target, "w", encoding="utf-8", newline="") as file:
    for line in answers.toLocalIterator():
        file.write(line + "\n")
context.stop()
