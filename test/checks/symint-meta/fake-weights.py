# RUN: not aoti-tidy --checks=aoti-symint-meta --torch-version=2.13 --no-cache %s | FileCheck %s --implicit-check-not=warning:
# What a model has once, with sizes that stay, by its name and by what it is
# given with.
import math

import torch


# CHECK: [[@LINE+3]]:{{.*}} warning: 'len(scales)' freezes
@torch.library.register_fake("ns::dynamic_scales")
def _(x, scales):
    return x.new_empty(len(scales), 2), scales.dtype


@torch.library.register_fake("ns::weight_scales")
def _(x, qweight, scales):
    torch._check(len(scales) > 0)
    return x.new_empty(x.shape[0], int(qweight.shape[1])), scales.dtype


@torch.library.register_fake("ns::named_scales")
def _(x, w_scale, weight_zeros):
    return x.new_empty(len(w_scale), int(weight_zeros.shape[0])), w_scale.dtype


# CHECK: [[@LINE+3]]:{{.*}} warning: 'len(x_scale)' freezes
@torch.library.register_fake("ns::activation_scale")
def _(x, qweight, x_scale):
    return x.new_empty(len(x_scale), 2), x_scale.dtype


@torch.library.register_fake("ns::mel")
def _(wave, filters):
    return wave.new_empty(wave.shape[0], len(filters)), filters.dtype


# CHECK: [[@LINE+3]]:{{.*}} warning: 'len(filtered)' freezes
@torch.library.register_fake("ns::filtered")
def _(filtered):
    return filtered.new_empty(len(filtered))


@torch.library.register_fake("ns::interpolate")
def _(pos, img):
    return img.new_empty(1, int(math.sqrt(pos.shape[1])))


# CHECK: [[@LINE+3]]:{{.*}} warning: 'int(pos.shape[0])' freezes
@torch.library.register_fake("ns::points")
def _(pos, batch):
    return pos.new_empty(int(pos.shape[0]), 3)


@torch.library.register_fake("ns::rope")
def _(q, cos_sin):
    return q.new_empty(q.shape[0], int(cos_sin.shape[-1]))


# CHECK: [[@LINE+3]]:{{.*}} warning: 'int(positions.shape[0])' freezes
@torch.library.register_fake("ns::rotate")
def _(q, positions):
    return q.new_empty(int(positions.shape[0]), 2)


@torch.library.register_fake("ns::down")
def _(x, weight_dq, weight_uq_qr):
    return x.new_empty(x.shape[0], int(weight_dq.size(1) / 128), int(weight_uq_qr.size(0)))


# CHECK: [[@LINE+3]]:{{.*}} warning: 'int(weights.size(1))' freezes
@torch.library.register_fake("ns::bags")
def _(x, weights):
    return x.new_empty(x.shape[0], int(weights.size(1)))


# CHECK: [[@LINE+3]]:{{.*}} warning: 'len(topk_weights)' freezes
@torch.library.register_fake("ns::route")
def _(x, topk_weights):
    return x.new_empty(len(topk_weights), 2), topk_weights.dtype
