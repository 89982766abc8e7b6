"""Computes the report data of the shipped loans and homes with scikit-learn.

python3 apps/platform/test/performance/make-fixture.py > apps/platform/test/performance/fixture.json
npx prettier --write apps/platform/test/performance/fixture.json

Made with scikit-learn 1.2.1 and NumPy 1.24.2.
"""
import csv
import json
import pathlib

import numpy
from sklearn.metrics import brier_score_loss, mean_squared_error, roc_auc_score, roc_curve
from sklearn.preprocessing import KBinsDiscretizer

FOLDER = pathlib.Path(__file__).parents[2] / "libraries" / "public"


def read(table):
    with open(FOLDER / f"{table}.csv") as file:
        return list(csv.DictReader(file))


def numbers(rows, name):
    return numpy.array([float(row[name]) for row in rows if row[name] != ""])


def classes(rows):
    actual, score = numbers(rows, "bad").astype(int), numbers(rows, "p_bad")
    fpr, tpr, thresholds = roc_curve(actual, score)
    all_fpr, all_tpr, all_thresholds = roc_curve(actual, score, drop_intermediate=False)
    events, others = actual.sum(), len(actual) - actual.sum()
    depth = (all_tpr * events + all_fpr * others) / len(actual)
    gains = numpy.interp(numpy.arange(0, 11) / 10, depth, all_tpr)
    best = numpy.argmax(numpy.abs(all_tpr - all_fpr))
    area = roc_auc_score(actual, score)
    return {
        "roc": [
            [None if i == 0 else thresholds[i], fpr[i], tpr[i]] for i in range(len(fpr))
        ],
        "ks.cumulative": [
            [all_thresholds[i], all_tpr[i], all_fpr[i], all_tpr[i] - all_fpr[i]] for i in range(1, len(all_fpr))
        ],
        "ks.statistic": [[abs(all_tpr[best] - all_fpr[best]), all_thresholds[best]]],
        "gini": [[2 * area - 1, area]],
        "mse": [[len(actual), brier_score_loss(actual, score), brier_score_loss(actual, score) ** 0.5]],
        "lift": [
            [10 * k, (gains[k] - gains[k - 1]) * 10, gains[k] * 10 / k, gains[k] - gains[k - 1], gains[k]]
            for k in range(1, 11)
        ],
    }


def errors(rows):
    known = [row for row in rows if row["price"] != "" and row["p_price"] != ""]
    error = mean_squared_error(numbers(known, "price"), numbers(known, "p_price"))
    return {"mse": [[len(known), error, error**0.5]]}


def summary(rows, variables):
    points = []
    for name in variables:
        values = [row[name] for row in rows if row[name] != ""]
        try:
            n = numpy.array([float(value) for value in values])
            points.append([name, len(n), len(rows) - len(n), n.mean(), n.std(ddof=1), n.min(), n.max(), None])
        except ValueError:
            names, counts = numpy.unique(values, return_counts=True)
            mode = names[counts.argmax()]
            points.append([name, len(values), len(rows) - len(values), None, None, None, None, mode])
    return points


def shares(groups, total_groups):
    counts = numpy.array([groups.count(group) for group in total_groups]) + 0.5
    return counts / counts.sum()


def groups_of(now, before, name, bins):
    try:
        edges = KBinsDiscretizer(n_bins=bins, encode="ordinal", strategy="quantile", subsample=None)
        edges.fit(numbers(before, name).reshape(-1, 1))
    except ValueError:
        texts = [[row[name] for row in rows] for rows in (now, before)]
        return texts, sorted(set(texts[0]) | set(texts[1]))
    sides = [
        ["" if row[name] == "" else int(edges.transform([[float(row[name])]])[0][0]) for row in rows]
        for rows in (now, before)
    ]
    missing = [""] if any("" in side for side in sides) else []
    return sides, list(range(edges.n_bins_[0])) + missing


def deviation(now, before, variables, bins):
    points = []
    for name in variables:
        (sides, groups) = groups_of(now, before, name, bins)
        p, q = shares(sides[0], groups), shares(sides[1], groups)
        points.append([name, len(groups), float(((p - q) * numpy.log(p / q)).sum())])
    return points


def measure(prefix, variables, bins, compute):
    now, before = read(f"{prefix}_2_q2"), read(f"{prefix}_1_q1")
    return {
        **compute(now),
        "variable.summary": summary(now, variables),
        "variable.deviation": deviation(now, before, variables, bins),
    }


fixture = {
    "loan-default": measure("loans", ["amount", "debt_ratio", "age_of_credit", "job"], 10, classes),
    "home-price": measure("homes", ["area", "age", "district"], 5, errors),
}
print(json.dumps(fixture, default=lambda value: value.item(), indent=1))
