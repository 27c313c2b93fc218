import { requireVersion } from '@consulting/kernel/process';
import {
  changed,
  choice,
  fault,
  invalid,
  isEmpty,
  notFound,
  RecordInput,
  text,
  uuid,
} from '@consulting/kernel/schema';
import { type Ctx, inTurn, lockOwner, requireOpenService } from '@consulting/mto-lines';
import * as store from '../../store/review/decisions';
import { checkCodes, checkStates } from './checks';
import { findingsOf } from './found-checks';
import { findReviewed } from './reviewed';

const reasonLengthMax = 1000;

export const decisionInput = new RecordInput(
  {
    serviceId: uuid().required().describe('Service whose review it is.'),
    state: choice(checkStates, 'ReviewCheckState')
      .required()
      .describe('`dismissed` until the check finds more lines or a higher amount, `off` for good.'),
    reason: text(reasonLengthMax).describe('Why; required unless the check is to be active.'),
  },
  { name: 'ReviewDecision' },
);

function readDecision(body: unknown) {
  const { record, faults } = decisionInput.tryCreate(body);
  if (record.state !== 'active' && record.reason === null)
    fault({ faults }, 'reason', 'REQUIRED', 'is required unless the check is to be active');
  if (faults.length > 0) throw invalid(faults);
  return record;
}

// What the check finds at this moment is stored, so that the check comes back when it finds more.
// @throws VALIDATION_ERROR, NOT_FOUND, VERSION_MISMATCH, SERVICE_APPROVED, DEPENDENCY_UNAVAILABLE
export async function decideOnCheck(
  ctx: Ctx,
  { projectId, name }: { projectId: string; name: string },
  body: unknown,
  signal: AbortSignal,
) {
  const code = checkCodes.find((one) => one === name);
  if (code === undefined) throw notFound('check', name);
  const { serviceId, state, reason } = readDecision(body);
  const project = await requireOpenService(ctx, projectId, serviceId);
  const reviewed = await inTurn(ctx, signal, (ctx) => findReviewed(ctx, { projectId, serviceId }, null));
  const found = findingsOf(reviewed, project.currency).find((finding) => finding.code === code);
  const { count, amount } = found ?? { count: 0, amount: '0' };
  const by = ctx.caller.name;
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await lockOwner(inside, projectId, serviceId);
    await requireOpenService(inside, projectId, serviceId);
    const current = await store.lockDecision(tx, { serviceId, code });
    if (current === undefined) {
      const own = { projectId, serviceId, code, state, reason, count, amount };
      return serialise(await store.insertDecision(tx, { ...own, createdBy: by, updatedBy: by }));
    }
    requireVersion(ctx, current);
    const changes = changed(current, { state, reason, count, amount });
    if (isEmpty(changes)) return serialise(current);
    return serialise(await store.updateDecision(tx, current.id, { ...changes, updatedBy: by }));
  });
}

const serialise = ({ amount, ...row }: store.Decision) => ({ ...row, amount: Number(amount) });
