import type { Bus } from '@consulting/kernel/nats';
import { type Database, lockReferences } from '@consulting/kernel/postgres';
import { type Fault, loweredText } from '@consulting/kernel/schema';
import { askTrades } from '../neighbours/crews-rates';
import type { Operator } from '../store/equipment-operator';
import { operatorFault } from './equipment-operator';

const tradesMax = 1000;

export class OperatorBook {
  readonly #known = new Map<string, Set<string>>();

  /**
   * Usage of the trades is not answered and their changes are not handled until the end of the transaction, so that the operators follow
   * them. Only the first thousand trades are asked for. @throws DEPENDENCY_UNAVAILABLE
   */
  async learn({ tx, bus }: { tx: Database; bus: Bus }, operators: readonly Operator[]): Promise<void> {
    const codes = new Set(
      operators.flatMap(({ operatorTradeCode: code }) => (code ? [loweredText(code)] : [])),
    );
    const wanted = [...codes].filter((code) => !this.#known.has(code)).slice(0, tradesMax - this.#known.size);
    if (wanted.length === 0) return;
    await lockReferences(tx, 'trade', wanted);
    for (const code of wanted) this.#known.set(code, new Set());
    for (const { tradeCode, laborDesignation } of await askTrades(bus, wanted))
      this.#known.get(loweredText(tradeCode))?.add(loweredText(laborDesignation));
  }

  faultOf(operator: Operator): Fault | null {
    const { operatorTradeCode, operatorLaborDesignation } = operator;
    if (operatorTradeCode === null) return null;
    const designations = this.#known.get(loweredText(operatorTradeCode));
    if (!designations) return beyond;
    const isKnown =
      operatorLaborDesignation === null
        ? designations.size > 0
        : designations.has(loweredText(operatorLaborDesignation));
    return isKnown ? null : operatorFault(operator);
  }
}

const beyond: Fault = {
  field: 'operatorTradeCode',
  code: 'MAX',
  message: `is beyond the first ${tradesMax} trades of the file; send it in parts`,
  params: { maxItems: tradesMax },
};
