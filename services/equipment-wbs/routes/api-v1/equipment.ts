import { storeUpload } from '@consulting/imports/accept-upload';
import { acceptedImport } from '@consulting/imports/import-answer';
import { pageOf } from '@consulting/kernel/http/answer';
import {
  createEquipment,
  deleteEquipment,
  getEquipment,
  listEquipment,
  updateEquipment,
} from '../../domain/equipment';
import { equipmentInput, equipmentQuery } from '../../domain/equipment-fields';
import { acceptImport, equipmentImportForm } from '../../domain/import/equipment-import';
import { equipmentAnswer, equipmentChanges, newEquipment } from '../responses/equipment';
import { route } from '../route';

export const equipment = [
  route.get(
    '/equipment',
    {
      name: 'equipment.list',
      summary: 'List the equipment catalogue',
      answer: pageOf(equipmentAnswer),
      query: equipmentQuery,
    },
    (ctx, { query }) => listEquipment(ctx, query),
  ),
  route.post(
    '/equipment',
    {
      name: 'equipment.create',
      summary: 'Create equipment',
      answer: equipmentAnswer,
      problems: ['CODE_EXISTS'],
      example: newEquipment,
      body: equipmentInput.schema('create'),
      success: 201,
    },
    (ctx, { body }) => createEquipment(ctx, body),
  ),
  route.post(
    '/equipment/import/async',
    {
      name: 'equipment.import',
      summary: 'Import equipment from an Excel or CSV file',
      answer: acceptedImport,
      problems: ['UNSUPPORTED_FILE_TYPE', 'DUPLICATE_UPLOAD'],
      upload: { parts: equipmentImportForm.schema(), receive: storeUpload },
    },
    (ctx, { upload }) => acceptImport(ctx, upload),
  ),
  route.get(
    '/equipment/:equipmentCode',
    { name: 'equipment.get', summary: 'Get equipment', answer: equipmentAnswer },
    (ctx, { params }) => getEquipment(ctx, params.equipmentCode),
  ),
  route.put(
    '/equipment/:equipmentCode',
    {
      name: 'equipment.update',
      summary: 'Change equipment',
      answer: equipmentAnswer,
      example: equipmentChanges,
      body: equipmentInput.schema('update'),
    },
    (ctx, { params, body }) => updateEquipment(ctx, params.equipmentCode, body),
  ),
  route.delete(
    '/equipment/:equipmentCode',
    {
      name: 'equipment.delete',
      summary: 'Delete equipment that nothing refers to',
      problems: ['EQUIPMENT_IN_USE'],
      success: 204,
    },
    (ctx, { params }) => deleteEquipment(ctx, params.equipmentCode),
  ),
];
