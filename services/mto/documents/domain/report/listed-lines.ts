import type { Titles } from './language/language';
import type { Formats } from './language/number-format';
import type { ReportLines } from './model/report';

export const listedLines = (
  { count, countOfAll }: ReportLines,
  { firstLines, of }: Titles,
  formats: Formats,
): string | null =>
  count === countOfAll ? null : `${firstLines}: ${formats.count(count)} ${of} ${formats.count(countOfAll)}`;
