"""
Pages as their scripts leave them: a Chromium for each page, which reaches nothing but what the service may dial.

`renderer` decides who is rendered and what a failure means; `chromium` is the process, `devtools` how it is spoken to,
`proxy` its only way to the network.
"""
