#pragma once
#include <stddef.h>
#include <stdio.h>
extern "C" {
typedef struct _object PyObject;
typedef struct {
  int cf_flags;
  int cf_feature_version;
} PyCompilerFlags;
#define Py_single_input 256
#define Py_file_input 257
#define Py_eval_input 258

PyObject *PyUnicode_FromString(const char *u);
PyObject *PyUnicode_InternFromString(const char *u);
PyObject *PyUnicode_DecodeFSDefault(const char *s);

PyObject *PyImport_ImportModule(const char *name);
PyObject *PyImport_AddModule(const char *name);
PyObject *PyImport_Import(PyObject *name);

PyObject *PyObject_GetAttrString(PyObject *, const char *);
PyObject *PyObject_GetAttr(PyObject *, PyObject *);
int PyObject_HasAttrString(PyObject *, const char *);
int PyObject_SetAttrString(PyObject *, const char *, PyObject *);
PyObject *PyObject_CallMethod(PyObject *obj, const char *name,
                              const char *format, ...);
PyObject *PyObject_CallMethodObjArgs(PyObject *obj, PyObject *name, ...);
PyObject *PyObject_CallFunction(PyObject *callable, const char *format, ...);

// Macros over the functions with more parameters, as CPython has them.
int PyRun_SimpleStringFlags(const char *, PyCompilerFlags *);
#define PyRun_SimpleString(s) PyRun_SimpleStringFlags(s, NULL)
PyObject *PyRun_StringFlags(const char *, int, PyObject *, PyObject *,
                            PyCompilerFlags *);
#define PyRun_String(str, s, g, l) PyRun_StringFlags(str, s, g, l, NULL)
PyObject *Py_CompileStringExFlags(const char *str, const char *filename,
                                  int start, PyCompilerFlags *flags,
                                  int optimize);
#define Py_CompileString(str, p, s) Py_CompileStringExFlags(str, p, s, NULL, -1)

void Py_DecRef(PyObject *);
#define Py_DECREF(op) Py_DecRef((PyObject *)(op))
#define Py_CLEAR(op)                                                           \
  do {                                                                         \
    PyObject **_tmp = &(op);                                                   \
    PyObject *_old = *_tmp;                                                    \
    *_tmp = NULL;                                                              \
    Py_DECREF(_old);                                                           \
  } while (0)
}
