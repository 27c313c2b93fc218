import type { components } from '@consulting/client/api';
import { useQueryClient } from '@tanstack/react-query';
import { answered, useApi } from '../api/client';
import { NumberField } from '../components/fields';
import { FieldRow } from '../components/form';
import { useMessages } from '../language/language';
import { CostEntries } from './cost-entries';
import { EffectOfEntries } from './indirect-effect';
import { type Project, projectChanged } from './project-data';
import { type Loose, partOf, type Section } from './record/field-specs';
import classes from './record/record.module.css';
import { RecordDialog } from './record/record-dialog';

type Changes = components['schemas']['IndirectCostsChanges'];

export const workWeekSection: Section = {
  title: 'workWeek',
  inside: 'workWeek',
  fields: [
    { kind: 'number', name: 'hoursPerDay', isRequired: true },
    { kind: 'number', name: 'daysPerWeek', isRequired: true },
    { kind: 'choice', name: 'shift', choices: 'shift', isRequired: true },
  ],
};

const sections: readonly Section[] = [
  workWeekSection,
  {
    title: 'notes',
    fields: [
      {
        kind: 'rows',
        name: 'exchangeRates',
        fields: [
          { kind: 'text', name: 'currency', hint: 'currencyHint', isRequired: true },
          { kind: 'number', name: 'rate', isRequired: true },
          { kind: 'date', name: 'date' },
        ],
      },
      { kind: 'long', name: 'basisNotes' },
    ],
  },
];

const fuels = ['diesel', 'gasoline', 'lpg', 'electricity'] as const;
const sides = ['labour', 'equipment'] as const;
const noChanges: Changes = {};

const ownFields = (shown: Loose): string[] => [
  ...fuels.map((fuel) => `fuelPrices.${fuel}`),
  ...sides.flatMap((side) =>
    Object.keys(partOf(shown, side)).flatMap((category) => [
      `${side}.${category}.percentage`,
      `${side}.${category}.amount`,
    ]),
  ),
];

export function EditIndirectCosts({ project, onClose }: { project: Project; onClose: () => void }) {
  const { shell, projects } = useMessages();
  const api = useApi();
  const queries = useQueryClient();
  const path = { projectId: project.id };
  return (
    <RecordDialog
      title={projects.form.editIndirectCosts}
      record={project.indirectCosts}
      initial={noChanges}
      sections={sections}
      submit={shell.save}
      onClose={onClose}
      leadFields={ownFields}
      lead={(shown, change) => (
        <>
          <EffectOfEntries project={project} shown={shown} />
          {sides.map((side) => (
            <CostEntries
              key={side}
              side={side}
              entries={partOf(shown, side)}
              stored={partOf(project.indirectCosts, side)}
              onChange={(entries) => change(side, entries)}
            />
          ))}
          <FuelPrices
            prices={partOf(shown, 'fuelPrices')}
            onChange={(prices) => change('fuelPrices', prices)}
          />
        </>
      )}
      readAgain={() => answered(api.GET('/v1/projects/{projectId}/indirect-costs', { params: { path } }))}
      write={async (body, { version }) => {
        const params = { path, header: { 'If-Match': `"${version}"` } };
        await answered(api.PUT('/v1/projects/{projectId}/indirect-costs', { params, body }));
        await projectChanged(queries, project.id);
      }}
    />
  );
}

function FuelPrices({ prices, onChange }: { prices: Loose; onChange: (prices: Loose) => void }) {
  const { projects } = useMessages();
  return (
    <fieldset className={classes.section}>
      <legend>{projects.indirect.fuel}</legend>
      <div className={classes.body}>
        <FieldRow>
          {fuels.map((fuel) => {
            const price = prices[fuel];
            return (
              <NumberField
                key={fuel}
                label={projects.indirect.fuels[fuel]}
                name={`fuelPrices.${fuel}`}
                formatOptions={{ maximumFractionDigits: 6 }}
                value={typeof price === 'number' ? price : Number.NaN}
                onChange={(typed) => onChange({ ...prices, [fuel]: Number.isNaN(typed) ? null : typed })}
              />
            );
          })}
        </FieldRow>
      </div>
    </fieldset>
  );
}
