/** How the report's page looks: light and dark, narrow and wide, on a screen and on paper. */

export const STYLE = `
:root { --ground: #fff; --ink: #1c2024; --faint: #5d656d; --line: #d6dade; --tint: #f4f6f8; --link: #0b5fb0;
  --terminal: #1a7f47; --parked: #1769aa; --unfinished: #9a6200; --indeterminate: #8240b0; }
@media screen and (prefers-color-scheme: dark) { :root { --ground: #14171a; --ink: #e6e9ec; --faint: #a3abb3; --line: #353c43;
  --tint: #1e2327; --link: #78b6f0; --terminal: #5fcf8f; --parked: #6cb8f5; --unfinished: #e8b453; --indeterminate: #cf9af0; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 80rem; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
header { margin-bottom: 1rem; } header p, p#shown { color: var(--faint); margin: .25rem 0; }
.counts { display: flex; flex-wrap: wrap; gap: 1rem; padding: 0; margin: 0; list-style: none; }
.counts li { flex: 1 1 10rem; padding: .75rem 1rem; border: 1px solid var(--line); border-left: 4px solid; border-radius: 4px; }
.counts b { display: block; font-size: 1.6rem; line-height: 1.2; }
.counts span { color: var(--ink); }
.terminal { color: var(--terminal); } .parked { color: var(--parked); }
.unfinished { color: var(--unfinished); } .indeterminate { color: var(--indeterminate); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1.5rem; margin-top: 1.5rem; }
figure { margin: 0; min-width: 0; } figcaption { font-weight: 600; margin-bottom: .25rem; }
.chart { position: relative; height: 17rem; }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; }
label { display: grid; gap: .15rem; color: var(--faint); font-size: .85rem; }
input, select, button { font: inherit; color: var(--ink); background: var(--ground); border: 1px solid var(--line);
  border-radius: 4px; padding: .3rem .5rem; }
form > *, form input, form select { min-width: 0; max-width: 100%; }
form input, form select, form button { height: 2.2rem; }
button { cursor: pointer; } button:disabled { opacity: .45; cursor: default; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
.scroll { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { position: sticky; top: 0; background: var(--ground); white-space: nowrap; }
th button { border: 0; padding: 0; font-weight: 600; background: none; }
td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
td.path { min-width: 16rem; max-width: 28rem; overflow-wrap: anywhere; } td.path button { border: 0; padding: 0; background: none;
  color: var(--link); text-align: left; overflow-wrap: anywhere; }
td.reason, td.agent { white-space: nowrap; }
td.text { width: 22%; min-width: 8rem; max-width: 0; color: var(--faint); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
tbody tr:hover { background: var(--tint); }
#pages { display: flex; gap: .5rem; align-items: center; margin: .75rem 0; }
dialog { width: min(60rem, 94vw); max-height: 90vh; padding: 1.25rem; color: var(--ink); background: var(--ground);
  border: 1px solid var(--line); border-radius: 6px; }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog h2 { margin: 0 2rem .5rem 0; overflow-wrap: anywhere; } dialog .close { float: right; position: sticky; top: 0; margin-left: .75rem; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--tint); padding: .75rem; border-radius: 4px; }
ol.turn { list-style: none; padding: 0; margin: 0; border-left: 2px solid var(--line); }
ol.turn li { position: relative; padding: .35rem .5rem .35rem 1.1rem; }
ol.turn li::before { content: ""; position: absolute; left: -.4rem; top: .8rem; width: .65rem; height: .65rem;
  border-radius: 50%; background: var(--line); }
ol.turn li.decided { background: var(--tint); } ol.turn li.decided::before { background: currentColor; }
ol.turn .when { color: var(--faint); font-size: .85rem; } ol.turn p { margin: 0; overflow-wrap: anywhere; }
.badge { font-weight: 600; } td.badge { white-space: nowrap; }
.hands { display: flex; gap: .4rem; margin-top: .2rem; } .hands button { padding: 0 .4rem; }
@media screen and (max-width: 40rem) { body { padding: 1rem; } table, tbody, tbody tr, td.path, td.text { display: block; }
  thead tr { display: flex; flex-wrap: wrap; } th { position: static; border: 0; padding: .25rem 1rem .25rem 0; }
  tbody tr { border-bottom: 1px solid var(--line); padding: .5rem 0; } td { display: inline-block; border: 0; padding: 0 .75rem 0 0; }
  td.path, td.text { width: auto; min-width: 0; max-width: none; } }
@media print { :root { color-scheme: light; } body { max-width: none; padding: 0; font-size: 11px; }
  form, #pages button { display: none; } td.path { min-width: 14rem; } td.reason { white-space: normal; }
  .charts { grid-template-columns: repeat(3, 1fr); gap: .75rem; } .chart { height: 14rem; } td.text { min-width: 0; max-width: none; white-space: normal; }
  .scroll { overflow: visible; } th { position: static; } tr, figure, .counts li { break-inside: avoid; } }
`;
