import type { getRepriceEffect } from '@consulting/kernel/contracts/mto';
import { type Decimal, notFound, type Static } from '@consulting/kernel/schema';
import { crewsByCode } from '@consulting/mto-engine';
import { askProject } from '../../neighbours/clients-projects';
import type { Ctx } from '../context';
import { serialiseEffect } from './effect';
import { effectOfChanges } from './effect-of-changes';

const asText = (figure: Decimal): string => figure.toFixed();

type Asked = Static<(typeof getRepriceEffect)['request']>;
type Answer = Static<(typeof getRepriceEffect)['response']>;

export async function repriceEffect(
  ctx: Pick<Ctx, 'db' | 'bus'>,
  { projectId, serviceId, crews }: Asked,
): Promise<Answer> {
  const project = await askProject(ctx.bus, projectId);
  if (!project) throw notFound('project', projectId);
  const rates = crewsByCode(crews.map((crew) => ({ ...crew, serviceCrewId: '' })));
  const effect = await effectOfChanges(ctx, {
    scope: { projectId, serviceId },
    project,
    changes: [],
    crews: new Map([[serviceId, rates]]),
  });
  const { matched, changed } = effect;
  return { matched, changed, ...serialiseEffect(effect, asText) };
}
