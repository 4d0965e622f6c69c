import type { LibraryUsage } from './usage-store.ts';

/** How often a library was asked, by client; `page` is a page of the web, of which there is none. */
interface Counts {
  page: number;
  txt: number;
  mcp: number;
  cli: number;
}

/** The contract's metrics of a library (section 4). */
export interface LibraryMetrics {
  total: Counts;
  /** Every day, the oldest first. */
  daily: ({ date: string; total: number } & Counts)[];
  mcpClients: {
    dailyData: {
      date: string;
      uniqueUsersByClient: Record<string, number>;
      totalUniqueUsers: number;
    }[];
  };
  /** Not known: questions are not kept. */
  topics: never[];
  /** Not known: addresses are not kept. */
  countries: never[];
}

/** Fills in the days on which nothing was asked. Pure. */
export function libraryMetrics(
  { byDay, mcpUsers }: LibraryUsage,
  days: readonly string[],
): LibraryMetrics {
  const total = none();
  const daily = days.map((date) => {
    const counts = none();
    for (const { day, client, requests } of byDay) {
      if (day !== date) continue;
      counts[client] += requests;
      total[client] += requests;
    }
    return { date, ...counts, total: counts.page + counts.txt + counts.mcp + counts.cli };
  });
  const dailyData = days.map((date) => {
    const users = mcpUsers.find(({ day }) => day === date)?.users ?? 0;
    // Which program it was the tool server is not told by all of them.
    return { date, uniqueUsersByClient: users > 0 ? { mcp: users } : {}, totalUniqueUsers: users };
  });
  return { total, daily, mcpClients: { dailyData }, topics: [], countries: [] };
}

function none(): Counts {
  return { page: 0, txt: 0, mcp: 0, cli: 0 };
}
