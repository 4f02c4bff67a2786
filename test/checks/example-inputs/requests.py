# A package that is loaded in each request: pytorch/pytorch#191715, #141772.
# RUN: %check_aoti_tidy %s aoti-example-inputs %t
import functools

import torch
from fastapi import FastAPI

app = FastAPI()
model = None


# Hits.


@app.post("/score")
def score(rows: list[list[float]]):
    run = torch._inductor.aoti_load_package("net.pt2")
    # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: the package is unpacked and loaded in each request, and each time its weights stay in memory until the program ends; load it once, when the server starts [aoti-example-inputs]
    return run(torch.tensor(rows)).tolist()


@app.post("/one")
def one(row: list[float]):
    return torch._inductor.aoti_load_package("net.pt2")(torch.tensor(row)).tolist()
    # CHECK-MESSAGES: :[[@LINE-1]]:12: warning: the package is unpacked and loaded in each request


# Near misses.


@app.post("/admin/reload")
def reload():
    global model
    model = torch._inductor.aoti_load_package("net.pt2")


@app.post("/load-state")
def load_state():
    app.state.model = torch._inductor.aoti_load_package("net.pt2")
    fresh = torch._inductor.aoti_load_package("net.pt2")
    app.state.fresh = fresh


cache = {}


@app.post("/cached")
def from_cache(rows: list[list[float]]):
    if "m" in cache:
        return cache["m"](torch.tensor(rows)).tolist()
    m = cache["m"] = torch._inductor.aoti_load_package("net.pt2")
    return m(torch.tensor(rows)).tolist()


@app.post("/cached-later")
def cached_later(rows: list[list[float]]):
    if cache:
        return cache["m"](torch.tensor(rows)).tolist()
    m = torch._inductor.aoti_load_package("net.pt2")
    return m(torch.tensor(rows)).tolist()


@app.post("/scores")
def scores(rows: list[list[float]]):
    global model
    if model is None:
        model = torch._inductor.aoti_load_package("net.pt2")
    return model(torch.tensor(rows)).tolist()


@app.post("/load")
def load(path: str):
    return torch._inductor.aoti_load_package(path) is not None


@app.on_event("startup")
def start():
    app.state.model = torch._inductor.aoti_load_package("net.pt2")


@app.get("/first")
@functools.cache
def cached():
    return torch._inductor.aoti_load_package("net.pt2")(torch.ones(4)).tolist()


@app.command("serve")
def serve():
    return torch._inductor.aoti_load_package("net.pt2")
