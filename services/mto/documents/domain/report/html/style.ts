import type { Titles } from '../language/language';
import type { Report } from '../model/report';
import { cssString } from './markup';
import { seriesStyle } from './series';

export function styleOf({ cover }: Report, words: Titles): string {
  const running = cssString([cover.project.name, cover.service?.name].filter(Boolean).join(' – '));
  const version = cssString([cover.client, cover.version?.label].filter(Boolean).join(' – '));
  return `
@page{margin:18mm 15mm 17mm;
@top-left{content:${running};${margin}}
@top-right{content:${version};${margin}}
@bottom-left{content:${cssString(words.document)};${margin}}
@bottom-right{content:${cssString(`${words.page} `)} counter(page) ${cssString(` ${words.of} `)} counter(pages);${margin}}}
@page :first{@top-left{content:none}@top-right{content:none}@bottom-left{content:none}@bottom-right{content:none}}
@page wide{size:landscape}
${rules}`;
}

const margin = 'font:7.5pt Arial,Helvetica,sans-serif;color:#555';

const rules = `
*{box-sizing:border-box}
body{margin:0;color:#1a1a1a;background:#fff;font:9pt/1.4 "Helvetica Neue",Arial,"Liberation Sans",Helvetica,sans-serif;font-variant-numeric:tabular-nums}
h1,h2,h3,p{margin:0}
h2{font-size:14pt;font-weight:600;color:#1c2f45;border-bottom:1.5pt solid #1c2f45;padding-bottom:2mm;margin-bottom:4mm;break-after:avoid}
h3{font-size:10pt;font-weight:600;color:#1c2f45;margin:6mm 0 2mm;break-after:avoid}
.note{color:#555;font-size:8pt;margin-bottom:3mm}
.cover{min-height:225mm;padding-top:38mm}
.cover .client{font-size:11pt;color:#555;margin-bottom:3mm}
.cover h1{font-size:26pt;line-height:1.2;font-weight:600;color:#1c2f45;overflow-wrap:anywhere}
.cover .kind{font-size:15pt;margin-top:3mm}
.cover .sum{margin:14mm 0;border-top:1.5pt solid #1c2f45;border-bottom:.5pt solid #1c2f45;padding:4mm 0;display:flex;justify-content:space-between;align-items:baseline}
.cover .sum b{font-size:20pt;font-weight:600}
dl{display:grid;grid-template-columns:48mm 1fr;margin:0}
dt,dd{margin:0;padding:1.4mm 0;border-bottom:.4pt solid #d5d9de;overflow-wrap:anywhere}
dt{color:#555}
section{break-before:page}
section.wide{page:wide}
section.joined{break-before:auto;break-inside:avoid;margin-top:10mm}section:empty{height:0}section:empty+section.joined{margin-top:0}
.text{white-space:pre-line;overflow-wrap:anywhere;max-width:170mm}
ul{margin:0;padding-left:5mm}li{margin-bottom:1mm;overflow-wrap:anywhere}
.fact{font-weight:600;font-size:8pt;color:#555;margin:2mm 0 1mm;break-after:avoid}.text+.fact{margin-top:3mm}
table{width:100%;border-collapse:collapse;font-size:8pt;line-height:1.3}
table.dense{font-size:6.8pt}
table.lines{table-layout:fixed}
table.lines th,table.lines td{padding:.6mm .9mm}
table.lines .total td{font-size:.9em}
table.cramped .n{white-space:normal}
th{font-weight:600;text-align:left;vertical-align:bottom;border-bottom:.8pt solid #1c2f45;padding:1mm 1.2mm;overflow-wrap:break-word}
td{vertical-align:top;border-bottom:.4pt solid #dfe2e6;padding:.8mm 1.2mm;overflow-wrap:anywhere}
.n{text-align:right;white-space:nowrap}
.c{min-width:19mm}
.lines .c{min-width:0}
th.n{white-space:normal}
thead{display:table-header-group}
tr{break-inside:avoid}
tbody.total{break-before:avoid}
tbody.total td,tr.total td{font-weight:600;border-top:.8pt solid #1c2f45;border-bottom:.8pt solid #1c2f45}
tr.grand td{font-weight:700;font-size:10pt;border-top:1.2pt solid #1c2f45;border-bottom:1.8pt double #1c2f45}
tr.outside td{font-weight:600}
tr.l1 td{font-weight:600}tr.l3 td:first-child{padding-left:4mm}tr.l4 td:first-child{padding-left:7mm}tr.l2 td:first-child{padding-left:2.5mm}tr.deep td:first-child{padding-left:9mm}
figure{margin:7mm 0 0;break-inside:avoid}
figcaption{font-weight:600;margin-bottom:2mm}figcaption span{font-weight:400;color:#555}
svg{display:block;width:100%;max-width:210mm;height:auto;font:12px Arial,Helvetica,sans-serif}
svg rect{fill:#44566c}${seriesStyle}
.tiles .tile rect{fill-opacity:.28}.tiles .head rect{fill-opacity:.6}
.legend{display:flex;flex-wrap:wrap;gap:1mm 5mm;margin-bottom:2mm;color:#555;font-size:8pt}.legend i{display:inline-block;width:2.6mm;height:2.6mm;margin-right:1.5mm}
.parted{margin-top:7mm;break-inside:avoid}.caption{font-weight:600;margin-bottom:2mm;break-after:avoid}.caption span{font-weight:400;color:#555}.multiples{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:5mm 7mm}.multiples figure{margin:0}.multiples figcaption{display:flex;justify-content:space-between;gap:3mm;border-bottom:.4pt solid #d5d9de;padding-bottom:1mm;overflow-wrap:anywhere}
svg line{stroke:#1a1a1a;stroke-width:1}svg text{fill:#1a1a1a}
@media screen and (max-width:200mm){.multiples{grid-template-columns:repeat(auto-fill,minmax(60mm,1fr))}}
@media screen{body{max-width:297mm;margin:0 auto;padding:10mm}section{margin-top:14mm}.cover{min-height:0;padding-top:10mm}section.wide,section{overflow-x:auto}td{overflow-wrap:break-word}}
@media print{svg rect,.legend i,h2,th{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
