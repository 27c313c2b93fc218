import { question, valueSchema } from '../schema';
import { takeoffDisciplines } from './discipline';

const { bounded, choice, flag, integer, list, nullable, number, object, oneOf, text } = valueSchema;

export const ownWorkProjectsMax = 100;
export const ownWorkMax = 500;

// Projects, or with `approvedOnly` the approved version of each of their services, of which a service has at most one. `rate` is what one
// unit of the currency that is asked for costs in that of the project, by the version or else by the project; null where neither says it.
export const listOwnWork = question(
  'clients-projects',
  'project.own-work',
  object({
    projectIds: nullable(bounded(list(text()), { maxItems: ownWorkProjectsMax })),
    clientId: nullable(text()),
    approvedOnly: flag(),
    currency: nullable(text()),
  }),
  object({
    unknown: list(text()),
    total: integer(),
    work: bounded(
      list(
        object({
          projectId: text(),
          projectCode: text(),
          currency: text(),
          estimationId: nullable(text()),
          rate: nullable(text()),
        }),
      ),
      { maxItems: ownWorkMax },
    ),
  }),
);

export const statisticsOfLines = ['median', 'mean', 'weighted'] as const;

const figure = text();

// Figures of lines by group, those of money divided by the rate of their project and times `growth`. The last part of a key is the place
// of the size among the bands, or without bands the size. Decimals are text, rounded to 6 places.
export const getLineStatistics = question(
  'mto',
  'line.statistics',
  object({
    work: bounded(
      list(object({ projectId: text(), estimationId: nullable(text()), rate: nullable(text()) })),
      { maxItems: ownWorkMax },
    ),
    discipline: choice(takeoffDisciplines),
    groupBy: bounded(list(text()), { maxItems: 6 }),
    size: nullable(object({ field: text(), bands: nullable(list(number())) })),
    targets: bounded(list(text()), { maxItems: 20 }),
    statistic: choice(statisticsOfLines),
    minLines: integer(),
    growth: text(),
  }),
  object({
    lines: integer(),
    projects: integer(),
    groups: list(
      object({
        key: list(nullable(oneOf([text(), number(), flag()]))),
        target: text(),
        unitOfMeasure: nullable(text()),
        lines: integer(),
        projects: integer(),
        value: figure,
        min: figure,
        p10: figure,
        p50: figure,
        p90: figure,
        max: figure,
      }),
    ),
    leftOut: list(object({ target: text(), groups: integer(), lines: integer() })),
  }),
  28_000,
);
