;;; aoti-tidy.el --- aoti-tidy in Eglot  -*- lexical-binding: t -*-
;; SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
;; Eglot has one server for a buffer; this makes it aoti-tidy. To have it beside
;; another one, put a multiplexer of servers between.
(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs
               '((c++-mode c++-ts-mode python-mode python-ts-mode) . ("aoti-tidy" "server"))))
(provide 'aoti-tidy)
;;; aoti-tidy.el ends here
