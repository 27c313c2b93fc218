import { decimal } from '@consulting/kernel/schema';
import type { Decision } from '../../store/review/decisions';
import type { ServiceFinding } from './reviewed';

const isOpen = ({ count, amount }: ServiceFinding, decision: Decision | undefined): boolean => {
  if (decision === undefined || decision.state === 'active') return true;
  return decision.state === 'dismissed' && (count > decision.count || decimal(amount).gt(decision.amount));
};

// Null while the check is open in one of the services; a dismissed one is open again when it finds more.
export function dismissalOf(findings: readonly ServiceFinding[], decisions: readonly Decision[]) {
  const own = findings.map((finding) => ({
    finding,
    decision: decisions.find(
      ({ serviceId, code }) => serviceId === finding.serviceId && code === finding.code,
    ),
  }));
  if (own.some(({ finding, decision }) => isOpen(finding, decision))) return null;
  const [last] = own
    .flatMap(({ decision }) => decision ?? [])
    .sort((one, other) => other.updatedAt.getTime() - one.updatedAt.getTime());
  if (last === undefined) return null;
  const { state, reason, updatedBy: by, updatedAt: at } = last;
  return { state, reason, by, at };
}
