"""Answers for Tests/TerrainEnginesTests/Trend/TrendOracleTests.swift: reads a list of series of numbers and nulls, a day
each, and writes for each what pymannkendall and SciPy say: S, Var S, z, p, and Theil and Sen's slope over the days.

pip install pymannkendall scipy
"""
import json
import sys

import numpy
import pymannkendall
from scipy.stats import theilslopes

for series in json.load(sys.stdin):
    values = numpy.array([numpy.nan if value is None else value for value in series], dtype=float)
    test = pymannkendall.original_test(values)
    days = numpy.flatnonzero(~numpy.isnan(values))
    slope = theilslopes(values[days], days)[0]
    print(json.dumps([float(test.s), float(test.var_s), float(test.z), float(test.p), float(slope)]))
