import { calculateCrewRates } from '../../domain/pricing/crew-calculation';
import { crewCalculationInput } from '../../domain/pricing/crew-calculation-fields';
import { importCrew } from '../../domain/project-crew/project-crew';
import { projectCrewImportInput } from '../../domain/project-crew/project-crew-fields';
import { crewImport, crewRateCalculation, projectCrewAnswer, rateRequest } from '../responses/project-crew';
import { route } from '../route';

export const projectCrews = [
  route.post(
    '/projects/:projectId/import-crew',
    {
      name: 'projectCrews.import',
      summary: 'Import a universal crew with the rates of the project location',
      answer: projectCrewAnswer,
      problems: [
        'CREW_INACTIVE',
        'SERVICE_APPROVED',
        'PROJECT_LOCATION_INCOMPLETE',
        'NO_MATCHING_CREW_MEMBERS',
        'EXCHANGE_RATE_MISSING',
        'EQUIPMENT_RATE_MISSING',
      ],
      example: crewImport,
      body: projectCrewImportInput.schema('create'),
    },
    (ctx, { params, body }) => importCrew(ctx, params.projectId, body),
  ),
  route.post(
    '/projects/:projectId/crew-rates',
    {
      name: 'projectCrews.calculateRates',
      summary: 'Calculate the rates of a crew in a project, with every line of the explanation',
      answer: crewRateCalculation,
      problems: [
        'PROJECT_LOCATION_INCOMPLETE',
        'NO_MATCHING_CREW_MEMBERS',
        'EXCHANGE_RATE_MISSING',
        'EQUIPMENT_RATE_MISSING',
      ],
      example: rateRequest,
      body: crewCalculationInput.schema('create'),
      isReadingOnly: true,
    },
    (ctx, { params, body }) => calculateCrewRates(ctx, params.projectId, body),
  ),
];
