//@ like hits.wrapper.cpp
//@ instead of
// As torch 2.13 emits for x[:, -1], y[idx] with assert_indirect_indexing=False and
// y[t.item()] with scalar_asserts=False, less most of the runtime interface.
//@ there is
// As torch 2.13 emits for x[:, 2] with Dim("q", min=3), y[idx] and y[t.item()] with
// its asserts, less most of the runtime interface.
//@ instead of
    if (arg0_1_size[1] < 2) {
//@ there is
    if (arg0_1_size[1] < 3) {
//@ instead of
        ss << "input_handles[0]: dim value is too small at 1, "
           << "expected it to be >= 2, " << "but got: "
//@ there is
        ss << "input_handles[0]: dim value is too small at 1, "
           << "expected it to be >= 3, " << "but got: "
//@ instead of
    if (arg2_1_size[0] < 2) {
//@ there is
    if (arg2_1_size[0] < 3) {
//@ instead of
        ss << "input_handles[2]: dim value is too small at 0, "
           << "expected it to be >= 2, " << "but got: "
//@ there is
        ss << "input_handles[2]: dim value is too small at 0, "
           << "expected it to be >= 3, " << "but got: "
//@ instead of
    arg3_1.reset();
//@ there is
    arg3_1.reset();
    if (!(u0 >= 0L)) { throw std::runtime_error("Expected u0 >= 0 but received " + std::to_string(u0)); }
    if (!(u0 < s77)) { throw std::runtime_error("Expected u0 < s77 but received " + std::to_string(s77)); }
