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
      description:
        'Matches rate cards and machines with the place and period of the project and stores the result, one record per project and crew, refreshed by a repeat. With `serviceId` the crew of that service is made or refreshed as well. A member without a card refuses the import unless `allowPartial` is true.',
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
      description:
        'Stores nothing, so a Reader may call it. Name exactly one crew or give members; the answer explains each rate, indirect cost entry and multiplier. A service crew counts with its snapshot unless `refreshRates` is true.',
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
