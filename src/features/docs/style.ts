/** Style sheet of /api/docs. */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --ground: #fbfbfa; --raised: #fff; --ink: #1d2327; --soft: #5d666d; --line: #e2e4e3; --accent: #0b6e69;
  --get: #0b6e69; --post: #2456b8; --put: #8a5a00; --patch: #8a5a00; --delete: #b3261e; --head: #5d666d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #14181a; --raised: #1b2124; --ink: #e7eaeb; --soft: #9ba6ac; --line: #2c3438; --accent: #5fc9c1;
    --get: #5fc9c1; --post: #8fb4ff; --put: #e3b25a; --patch: #e3b25a; --delete: #ff8a80; --head: #9ba6ac;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.55 system-ui, sans-serif; }
code { font: 0.92em ui-monospace, "DejaVu Sans Mono", Menlo, monospace; }
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
nav { padding: 1.5rem; border-bottom: 1px solid var(--line); }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; }
nav a { text-decoration: none; color: var(--ink); }
nav a:hover { color: var(--accent); text-decoration: underline; }
nav span { color: var(--soft); font-size: 0.8em; font-variant-numeric: tabular-nums; }
.brand { margin: 0 0 0.75rem; font-weight: 650; font-size: 1.1rem; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.5rem 0 1rem; letter-spacing: -0.02em; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 0.75rem; letter-spacing: -0.01em; }
h3 { font-size: 1rem; margin: 0 0 0.5rem; }
h4 { margin: 1.25rem 0 0.4rem; font-size: 0.85rem; font-weight: 600; color: var(--soft); }
h4 small, p small { font-weight: 400; color: var(--soft); }
header p { max-width: 46rem; }
article { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; margin-bottom: 0.5rem; }
article:target { border-color: var(--accent); }
#schemas ~ article { padding: 1rem; }
summary { cursor: pointer; padding: 0.65rem 1rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; list-style: none; border-radius: 8px; }
summary::-webkit-details-marker { display: none; }
summary:hover { background: color-mix(in srgb, var(--accent) 6%, transparent); }
summary code { font-weight: 600; overflow-wrap: anywhere; }
.what { color: var(--soft); flex: 1 1 14rem; }
.method { font-size: 0.75rem; font-weight: 700; width: 4rem; flex: none; }
.method.get { color: var(--get); } .method.post { color: var(--post); } .method.put { color: var(--put); }
.method.patch { color: var(--patch); } .method.delete { color: var(--delete); } .method.head { color: var(--head); }
.access { margin-left: auto; font-size: 0.75rem; color: var(--soft); border: 1px solid var(--line); border-radius: 99px; padding: 0 0.6rem; }
.access.manager, .access.administrator { color: var(--accent); border-color: currentColor; }
details[open] > summary { border-bottom: 1px solid var(--line); border-radius: 8px 8px 0 0; }
details > :not(summary) { margin-left: 1rem; margin-right: 1rem; }
details > :last-child { margin-bottom: 1rem; }
.who { margin-top: 0.75rem; }
.scroll, pre { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; }
td a { display: inline-block; min-height: 24px; min-width: 24px; line-height: 24px; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 1rem 0.35rem 0; border-top: 1px solid var(--line); }
thead th { width: 26%; border-top: 0; color: var(--soft); font-weight: 500; font-size: 0.8rem; }
thead th:first-child { width: 34%; }
thead th:last-child { width: 40%; }
tbody th { font-weight: 400; white-space: nowrap; }
th small { color: var(--soft); }
.errors { list-style: none; padding: 0; margin-top: 0; font-size: 0.9rem; }
.errors b { font-variant-numeric: tabular-nums; font-weight: 600; margin-right: 0.5rem; }
@media (min-width: 72rem) {
  body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; border-bottom: 0; border-right: 1px solid var(--line); }
  nav ul { display: block; }
  nav li { display: flex; justify-content: space-between; gap: 0.75rem; padding: 0.2rem 0; }
  main { width: 100%; padding: 2rem 2.5rem; }
}
@media print { details > :not(summary) { display: block; } nav { display: none; } }
`;
