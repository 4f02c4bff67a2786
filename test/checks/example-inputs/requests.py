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
    # CHECK-MESSAGES: :[[@LINE-1]]:11: warning: the package is unpacked and loaded in each request, and each time its weights stay in memory until the program ends; load it once, before [aoti-example-inputs]
    return run(torch.tensor(rows)).tolist()


# Near misses.


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
