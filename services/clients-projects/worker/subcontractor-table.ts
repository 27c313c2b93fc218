import { serveTable } from '@consulting/imports/table/table-worker';
import { defaultTabularLimits } from '@consulting/spreadsheet/limits';
import { subcontractorHeaders, subcontractorInput } from '../domain/subcontractor-fields';

serveTable({
  fields: subcontractorInput.fields,
  headers: subcontractorHeaders,
  requiredColumns: ['name'],
  limits: { ...defaultTabularLimits, rowsMax: 10_000, inflatedBytesMax: 256 * 1024 * 1024 },
});
