/** Maximum number of remembered deliveries. Large enough for a burst of a thousand. */
const maxRemembered = 10_000;

/** Marks by which a repeated delivery is recognized. */
export interface DeliveryMarks {
  /** The host's id of the delivery, which stays the same if the host sends it again. It is not signed, so it can be forged. */
  id: string;
  /** '' if the host does not sign. */
  signature: string;
}

/** The newest deliveries that requested a sync, in the memory of one process. */
export class Deliveries {
  private readonly ids = new Set<string>();
  private readonly signatures = new Set<string>();

  /** Returns which mark of a delivery is known: its id, only its signature, or none. */
  seen({ id, signature }: DeliveryMarks): 'delivery' | 'signature' | undefined {
    if (id !== '' && this.ids.has(id)) return 'delivery';
    return signature !== '' && this.signatures.has(signature) ? 'signature' : undefined;
  }

  remember({ id, signature }: DeliveryMarks): void {
    add(this.ids, id);
    add(this.signatures, signature);
  }

  /** Forgets a delivery whose sync request failed, so that the host can send it again. */
  forget({ id, signature }: DeliveryMarks): void {
    this.ids.delete(id);
    this.signatures.delete(signature);
  }
}

function add(set: Set<string>, mark: string): void {
  if (mark === '') return;
  set.add(mark);
  if (set.size <= maxRemembered) return;
  // A Set iterates in insertion order.
  const [oldest] = set;
  set.delete(oldest!);
}
