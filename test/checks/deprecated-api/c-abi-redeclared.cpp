// RUN: %check_aoti_tidy %s aoti-deprecated-api %t
// A host that declares the entry points itself links whatever has them.
extern "C" {
struct Opaque;
int AOTInductorModelContainerCreate(Opaque **, unsigned long, bool, const char *);
int AOTInductorModelContainerCreateWithDevice(Opaque **, unsigned long, const char *, const char *);
}
Opaque *Handle;
int Result = AOTInductorModelContainerCreate(&Handle, 1, true, nullptr);
