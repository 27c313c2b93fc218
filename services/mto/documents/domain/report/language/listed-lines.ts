import type { ReportLines } from '../model/report';
import type { Titles } from './language';
import type { Formats } from './number-format';

export const listedLines = (
  { count, countOfAll }: ReportLines,
  { firstLines, of }: Titles,
  formats: Formats,
): string | null =>
  count === countOfAll ? null : `${firstLines}: ${formats.count(count)} ${of} ${formats.count(countOfAll)}`;
