import { serveTable } from '@consulting/shared/fields/table-worker';
import { defaultTabularLimits } from '@consulting/shared/tabular/limits';
import { subcontractorHeaders, subcontractorInput } from '../domain/subcontractor-fields';

serveTable({
  fields: subcontractorInput.fields,
  headers: subcontractorHeaders,
  requiredColumns: ['name'],
  limits: { ...defaultTabularLimits, rowsMax: 10_000, inflatedBytesMax: 256 * 1024 * 1024 },
});
