import type { components } from '@consulting/client/api';
import { NumberField } from '@consulting/design/controls';
import { useMessages } from '@consulting/design/language';
import { answered, useApi } from '@consulting/foundation/api';
import { FieldRow } from '@consulting/foundation/components';
import type { Project } from '@consulting/foundation/project';
import { declared, type Loose, partOf, RecordDialog } from '@consulting/foundation/records';
import classes from '@consulting/foundation/records/record.module.css';
import { CostEntries } from './cost-entries';
import { EffectOfEntries } from './indirect-effect';

type Changes = components['schemas']['IndirectCostsChanges'];

const { sections } = declared('indirectCosts');

const fuels = ['diesel', 'gasoline', 'lpg', 'electricity'] as const;
const sides = ['labour', 'equipment'] as const;

const ownFields = (displayed: Loose): string[] => [
  ...fuels.map((fuel) => `fuelPrices.${fuel}`),
  ...sides.flatMap((side) =>
    Object.keys(partOf(displayed, side)).flatMap((category) => [
      `${side}.${category}.percentage`,
      `${side}.${category}.amount`,
    ]),
  ),
];

export function EditIndirectCosts({ project, onClose }: { project: Project; onClose: () => void }) {
  const { projects } = useMessages();
  const api = useApi();
  const path = { projectId: project.id };
  return (
    <RecordDialog
      of="indirectCosts"
      title={projects.form.editIndirectCosts}
      record={project.indirectCosts}
      sections={sections}
      onClose={onClose}
      before={{
        names: ownFields,
        content: (displayed, change) => (
          <>
            <EffectOfEntries project={project} displayed={displayed} />
            {sides.map((side) => (
              <CostEntries
                key={side}
                side={side}
                entries={partOf(displayed, side)}
                stored={partOf(project.indirectCosts, side)}
                onChange={(entries) => change({ [side]: entries })}
              />
            ))}
            <FuelPrices
              prices={partOf(displayed, 'fuelPrices')}
              onChange={(prices) => change({ fuelPrices: prices })}
            />
          </>
        ),
      }}
      readAgain={() => answered(api.GET('/v1/projects/{projectId}/indirect-costs', { params: { path } }))}
      write={async (body, { version }) => {
        const params = { path, header: { 'If-Match': `"${version}"` } };
        await answered(api.PUT('/v1/projects/{projectId}/indirect-costs', { params, body: body as Changes }));
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
