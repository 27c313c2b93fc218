import { importList } from '@consulting/imports/list/import-list';
import { listRoutes } from '@consulting/imports/list/list-routes';
import { listTemplate } from '@consulting/imports/list/template';
import { pageOf } from '@consulting/kernel/http';
import {
  createEquipment,
  deleteEquipment,
  getEquipment,
  listEquipment,
  updateEquipment,
} from '../../domain/equipment';
import { equipmentInput, equipmentQuery } from '../../domain/equipment-fields';
import { equipmentExportQuery, exportEquipment, openEquipmentWriter } from '../../domain/equipment-files';
import { equipmentList } from '../../domain/equipment-list';
import { acceptEquipment, tableWorker } from '../../domain/list-import';
import { equipmentAnswer, equipmentChanges, newEquipment } from '../responses/equipment';
import { route } from '../route';

const files = listRoutes('equipment', 'equipment', equipmentList, tableWorker);

export const equipment = [
  route.get(
    '/equipment',
    {
      name: 'equipment.list',
      summary: 'List the equipment catalogue',
      description: 'Newest first. `search` finds parts of code, name and description.',
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
      description:
        'Rental rates are without operator, fuel and operating cost. The code stands in paths and cannot change.',
      answer: equipmentAnswer,
      problems: ['CODE_EXISTS'],
      example: newEquipment,
      body: equipmentInput.schema('create'),
      success: 201,
      location: '/equipment/:equipmentCode',
    },
    (ctx, { body }) => createEquipment(ctx, body),
  ),
  route.get('/equipment/template', files.template, () => listTemplate(equipmentList)),
  route.get('/equipment/export', { ...files.export, query: equipmentExportQuery }, (ctx, { query, signal }) =>
    exportEquipment(ctx, query, signal),
  ),
  route.post('/equipment/import', files.import, (ctx, { upload }) =>
    importList(ctx, upload, openEquipmentWriter),
  ),
  route.post('/equipment/import/async', files.importAsync, (ctx, { upload }) => acceptEquipment(ctx, upload)),
  route.get(
    '/equipment/:equipmentCode',
    {
      name: 'equipment.get',
      summary: 'Get equipment',
      description: 'By its code, ignoring case, or by its identifier.',
      answer: equipmentAnswer,
    },
    (ctx, { params }) => getEquipment(ctx, params.equipmentCode),
  ),
  route.put(
    '/equipment/:equipmentCode',
    {
      name: 'equipment.update',
      summary: 'Change equipment',
      description:
        'Service crews with the machine become stale and keep their rates until they are calculated again.',
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
      description: 'Refused while crews, service crews or tags of projects refer to it.',
      problems: ['EQUIPMENT_IN_USE'],
      success: 204,
    },
    (ctx, { params }) => deleteEquipment(ctx, params.equipmentCode),
  ),
];
