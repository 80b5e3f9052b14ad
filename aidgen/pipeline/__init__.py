"""From the folder of a pack to published PDFs: plan, work, publish.

Plan: `pack` opens a pack, `plan` lists its jobs with the print options that apply to each
(`options`, `settings`), and `preflight` leaves out those that problems stop.

Work: `production` has processes (`pool`, `preload`, or a `cluster`) do the tasks of each job
(`tasks`, `worker`): render it, find the type of its cards (`decks`), typeset its documents, through
the `cache`, and bind them (`binding`). `locations` finds the line that causes a fault.

Publish: `build` makes PDFs, `publication` writes them and their gallery, each folder with its
`manifest`. `exports` are for print shops, `changes` tells what differs from an earlier print.

The other commands: `inspection`, `reports`, `po_files`, `pseudolocale`, `scaffold`. `fingerprints`
and `seal` tell whether something is still what it was, and whose it is.
"""
