import { named } from '@consulting/shared/fields/schema';
import { record, shown } from '@consulting/shared/http/answer';
import { equipmentInput } from '../../domain/equipment-fields';
import { equipmentTagInput } from '../../domain/equipment-tag-fields';

export const equipmentAnswer = named('Equipment', record(equipmentInput.fields));

const { tagNumber, currency } = equipmentTagInput.fields;

export const equipmentTagAnswer = named(
  'EquipmentTag',
  record({
    tagId: shown.id('Same as id.'),
    ...equipmentTagInput.fields,
    tagNumber: tagNumber.required(),
    currency: currency.required(),
  }),
);
