import type { ServiceType } from './details';

const kinds: Record<ServiceType, { label: string; prefix: string }> = {
  estimation: { label: 'Estimation', prefix: 'EST' },
  'loan-monitoring': { label: 'Loan monitoring', prefix: 'LM' },
  'project-controls': { label: 'Project controls', prefix: 'PC' },
  claims: { label: 'Claims', prefix: 'CL' },
};

export function nextNameAndCode(
  type: ServiceType,
  existing: readonly { serviceType: string; code: string }[],
): { name: string; code: string } {
  const { label, prefix } = kinds[type];
  const taken = new Set(existing.map(({ code }) => code.toUpperCase()));
  let number = existing.filter(({ serviceType }) => serviceType === type).length + 1;
  const codeOf = (value: number) => `${prefix}-${String(value).padStart(2, '0')}`;
  while (taken.has(codeOf(number))) number += 1;
  return { name: `${label} ${number}`, code: codeOf(number) };
}
