import { exampled } from '@consulting/kernel/fields/example';
import { named } from '@consulting/kernel/fields/schema';
import { record, responseSchema } from '@consulting/kernel/http/answer';
import { equipmentInput } from '../../domain/equipment-fields';
import { equipmentTagInput } from '../../domain/equipment-tag-fields';
import { equipment, tag } from '../examples/equipment';

export const equipmentAnswer = exampled(named('Equipment', record(equipmentInput.fields)), equipment);

const { tagNumber, currency } = equipmentTagInput.fields;

export const equipmentTagAnswer = exampled(
  named(
    'EquipmentTag',
    record({
      tagId: responseSchema.id('Same as id.'),
      ...equipmentTagInput.fields,
      tagNumber: tagNumber.required(),
      currency: currency.required(),
    }),
  ),
  tag,
);
