import { serveTable } from '@consulting/imports/table/table-worker';
import { defaultTabularLimits } from '@consulting/spreadsheet/limits';
import {
  rateCardHeaders,
  rateCardInput,
  requiredRateCardColumns,
} from '../domain/rate-card/rate-card-fields';

const cardsMax = 100_000;

serveTable({
  fields: rateCardInput.fields,
  headers: rateCardHeaders,
  requiredColumns: requiredRateCardColumns,
  // The header is a row too.
  limits: { ...defaultTabularLimits, rowsMax: cardsMax + 1, inflatedBytesMax: 256 * 1024 * 1024 },
});
