/**
 * Order in which computed cells can be calculated, every one after the computed cells among its operands.
 * `operands` maps each computed position to the positions that its formula reads; others are inputs.
 * @throws RangeError naming the positions of a cycle.
 */
export function calculationOrder(operands: ReadonlyMap<number, ReadonlySet<number>>): number[] {
  const order = new Set<number>();
  const visit = (position: number, path: readonly number[]): void => {
    const reads = operands.get(position);
    if (reads === undefined || order.has(position)) return;
    if (path.includes(position))
      throw new RangeError(`Formulas in a cycle: ${[...path, position].join(' -> ')}`);
    for (const read of reads) visit(read, [...path, position]);
    order.add(position);
  };
  for (const position of operands.keys()) visit(position, []);
  return [...order];
}
