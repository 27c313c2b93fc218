import { calculateCrewRates } from '../../domain/pricing/crew-calculation';
import { crewCalculationInput } from '../../domain/pricing/crew-calculation-fields';
import { importCrew } from '../../domain/project-crew/project-crew';
import { projectCrewImportInput } from '../../domain/project-crew/project-crew-fields';
import { crewRateCalculation, projectCrewAnswer } from '../answers/project-crew';
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
      example: { crewId: '6a1f0a56-3f0e-4a55-8f43-0e1d2c3b4a59', allowPartial: true },
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
      example: {
        crewId: '6a1f0a56-3f0e-4a55-8f43-0e1d2c3b4a59',
        workWeek: { hoursPerDay: 10, daysPerWeek: 6 },
      },
      body: crewCalculationInput.schema('create'),
    },
    (ctx, { params, body }) => calculateCrewRates(ctx, params.projectId, body),
  ),
];
