import type { components } from '@consulting/client/api';
import { Dialog, NumberField, SubmitActions, useDraft } from '@consulting/design/controls';
import { useFormats, useMessages } from '@consulting/design/language';
import { useApi } from '@consulting/foundation/api';
import { Form } from '@consulting/foundation/components';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import classes from './crews.module.css';
import { changeCrew, crewsChanged, nameOfCrew, type ServiceCrew } from './service-crews';

type Member = components['schemas']['LabourMemberInput'];
type Rates = Partial<Record<Kind, number | null>>;

const kinds = ['straightTime', 'overtime', 'doubleTime'] as const;
type Kind = (typeof kinds)[number];

interface Props {
  crew: ServiceCrew;
  onClose: () => void;
  onDone: (said: string) => void;
}

const named = ({ tradeCode, laborDesignation }: ServiceCrew['labourMembers'][number]) =>
  `${tradeCode} ${laborDesignation}`;

function memberOf(member: ServiceCrew['labourMembers'][number], rates: Rates): Member {
  const { tradeCode, laborDesignation, quantity, sequence, remarks } = member;
  const { straightTimeHours, overtimeHours, doubleTimeHours } = member;
  const { straightTime = null, overtime = null, doubleTime = null } = rates;
  const isEntered = straightTime !== null || overtime !== null || doubleTime !== null;
  return {
    ...{ tradeCode, laborDesignation, quantity, sequence, remarks },
    ...{ straightTimeHours, overtimeHours, doubleTimeHours },
    rateOverride: isEntered ? ({ straightTime, overtime, doubleTime } as Member['rateOverride']) : null,
  };
}

export function ManualRates({ crew, onClose, onDone }: Props) {
  const { crews: words, shell } = useMessages();
  const { number } = useFormats();
  const api = useApi();
  const queries = useQueryClient();
  const members = crew.labourMembers;
  const current: readonly Rates[] = members.map(({ rateOverride }) => rateOverride ?? {});
  const [rates, setRates, typed] = useDraft(`rates ${crew.id}`, current);
  const storing = useMutation({
    mutationFn: () =>
      changeCrew(api, crew, {
        labourMembers: members.map((member, at) => memberOf(member, rates[at] ?? {})),
      }),
    onSuccess: () => {
      crewsChanged(queries);
      onDone(words.rates.done({ name: nameOfCrew(crew) }));
      onClose();
    },
  });
  const nameOf = (at: number, kind: Kind) => `labourMembers[${at}].rateOverride.${kind}`;
  return (
    <Dialog
      title={words.rates.of({ name: nameOfCrew(crew) })}
      isOpen
      form="wide"
      onClose={onClose}
      typed={typed}
    >
      <Form
        error={storing.error}
        fields={members.flatMap((_, at) => kinds.map((kind) => nameOf(at, kind)))}
        onSubmit={() => storing.mutate()}
      >
        <p className="quiet">{words.rates.hint}</p>
        {members.map((member, at) => (
          <fieldset key={named(member)} className={classes.rates}>
            <legend className="unseen">{named(member)}</legend>
            <strong>
              {number(member.quantity)} × {named(member)}
            </strong>
            {kinds.map((kind) => (
              <NumberField
                key={kind}
                name={nameOf(at, kind)}
                label={words.rates.kinds[kind]}
                minValue={0}
                value={rates[at]?.[kind] ?? Number.NaN}
                formatOptions={{ maximumFractionDigits: 4 }}
                onChange={(typed) =>
                  setRates((current) =>
                    current.map((one, place) =>
                      place === at ? { ...one, [kind]: Number.isNaN(typed) ? null : typed } : one,
                    ),
                  )
                }
              />
            ))}
          </fieldset>
        ))}
        <SubmitActions submit={shell.save} isPending={storing.isPending} />
      </Form>
    </Dialog>
  );
}
