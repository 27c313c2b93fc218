import { Slice } from '@consulting/kernel/process';
import { type Language, titles } from '../language/language';
import { Formats } from '../language/number-format';
import type { Report } from '../model/report';
import { basisPage, coverPage } from './cover';
import { changesSection, costliestSection, crewSection } from './details';
import { lineSection } from './lines';
import { escaped, type Markup } from './markup';
import { pricesSection } from './prices';
import { ratiosSection } from './ratios';
import { sheetSection } from './sheet';
import { styleOf } from './style';
import { areaSection, buildUpSection, disciplineSection, matrixSection, wbsSection } from './summary';

const policy = "default-src 'none'; style-src 'unsafe-inline'";

export const htmlPolicy = `${policy}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`;

type Section = (report: Report, words: (typeof titles)[Language], formats: Formats) => Markup;

const sections: readonly Section[] = [
  coverPage,
  basisPage,
  buildUpSection,
  sheetSection,
  disciplineSection,
  wbsSection,
  matrixSection,
  areaSection,
  crewSection,
  pricesSection,
  ratiosSection,
  costliestSection,
  changesSection,
];

export async function* htmlChunks(report: Report, language: Language): AsyncGenerator<string> {
  const words = titles[language];
  const formats = new Formats(language);
  const title = escaped(`${report.cover.project.name} – ${words.document}`);
  yield `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width">
<style>${styleOf(report, words)}</style></head><body>
`;
  const slice = new Slice();
  for (const section of sections) {
    yield section(report, words, formats).text;
    if (slice.isOver) await slice.next();
  }
  yield* lineSection(report, words, formats);
  yield '</body></html>\n';
}
