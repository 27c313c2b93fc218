import { boolean } from '@consulting/kernel/fields/kinds';
import { QueryInput } from '@consulting/kernel/fields/query';

export const equipmentImportForm = new QueryInput({
  updateExisting: boolean().default(false).describe('Whether rows change equipment that exists.'),
});
