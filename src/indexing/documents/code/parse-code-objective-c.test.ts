import { expect, test } from 'vitest';
import { section, text } from '../../../../test/support/sections.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';

const content = `// Saw.h
// Copyright (c) Acme

#import <Foundation/Foundation.h>

@class Board;
@protocol SawDelegate, Oiler;

NS_ASSUME_NONNULL_BEGIN

/// The name of a notification.
FOUNDATION_EXPORT NSString * const SawDidCutNotification NS_SWIFT_NAME(sawDidCut);

/** How to cut. */
typedef NS_ENUM(NSInteger, SawMode) {
    /** Along the grain. */
    SawModeRip = 1,
    SawModeCross,
};

/** Called when a board is cut. */
typedef void (^SawCompletion)(Board *board, NSError * _Nullable error);

/** Returns the number of teeth. */
extern NSUInteger SawTeethOf(Saw *saw);

/**
 A saw cuts boards.

 @warning Sharp.
 */
@interface Saw<__covariant BoardType> : NSObject <NSCopying, Oiler> {
    int _teeth;
}

/** The teeth. Use \`sharpen\` to sharpen them. */
@property (nonatomic, copy, readonly, nullable) NSArray<Tooth *> *teeth;
@property (nonatomic, copy) void (^completion)(BOOL isCut);

///---------------------
/// @name Cutting
///---------------------

- (instancetype)init NS_UNAVAILABLE;

/**
 Cuts a board.

 @param board The board.
 @return The parts.
 */
- (nullable Board *)cut:(Board *)board
              completion:(nullable void (^)(BOOL isCut))completion NS_SWIFT_NAME(cut(_:completion:));

/// Returns the saw
/// that all share.
+ (instancetype)sharedSaw;

@end

/*! @abstract Oils a saw. */
@protocol SawDelegate <NSObject>
@optional
/*!
 @method saw:didCut:
 @discussion Tells that a board is cut.
 */
- (void)saw:(Saw *)saw didCut:(Board *)board;
@end

@interface Saw (Oil)
/// Oils the saw.
- (void)oil;
@end

NS_ASSUME_NONNULL_END
`;

test('headers of Objective-C show classes, protocols and their members', async () => {
  expect(await symbolsOf('Saw/Saw.h', content)).toEqual([
    [
      'SawDidCutNotification',
      'FOUNDATION_EXPORT NSString * const SawDidCutNotification NS_SWIFT_NAME(sawDidCut)',
    ],
    [
      'SawMode',
      `typedef NS_ENUM(NSInteger, SawMode) {
    /** Along the grain. */
    SawModeRip = 1,
    SawModeCross,
}`,
    ],
    ['SawCompletion', 'typedef void (^SawCompletion)(Board *board, NSError * _Nullable error)'],
    ['SawTeethOf', 'extern NSUInteger SawTeethOf(Saw *saw)'],
    [
      'Saw',
      `@interface Saw<__covariant BoardType> : NSObject <NSCopying, Oiler>
    // The teeth. Use \`sharpen\` to sharpen them.
    @property (nonatomic, copy, readonly, nullable) NSArray<Tooth *> *teeth;
    @property (nonatomic, copy) void (^completion)(BOOL isCut);
    - (instancetype)init NS_UNAVAILABLE;
    // Cuts a board.
    - (nullable Board *)cut:(Board *)board
                  completion:(nullable void (^)(BOOL isCut))completion NS_SWIFT_NAME(cut(_:completion:));
    // Returns the saw that all share.
    + (instancetype)sharedSaw;
@end`,
    ],
    [
      '-[Saw cut:completion:]',
      `- (nullable Board *)cut:(Board *)board
              completion:(nullable void (^)(BOOL isCut))completion NS_SWIFT_NAME(cut(_:completion:))`,
    ],
    [
      'SawDelegate',
      `@protocol SawDelegate <NSObject>
    // Tells that a board is cut.
    - (void)saw:(Saw *)saw didCut:(Board *)board;
@end`,
    ],
    ['Saw (Oil)', '@interface Saw (Oil)\n    // Oils the saw.\n    - (void)oil;\n@end'],
  ]);
  const document = await parseSource('Saw/Saw.h', content);
  expect(text(section(document, '-[Saw cut:completion:]'))).toContain('- `board`: The board.');
});

test('a hostile header of Objective-C takes little time', async () => {
  const sources = [
    '@interface A\n'.repeat(50_000),
    `@interface A\n${'{}'.repeat(200_000)}@end`,
    `@class A;\n${'typedef {}'.repeat(50_000)}`,
    `@class A;\n${'/// A.\n'.repeat(80_000)}int a;`,
    `@class A;\n${'/// A.\nint a;\n'.repeat(40_000)}`,
    `@interface A\n${'- a'.repeat(100_000)};\n@end`,
    `@interface A <${'B '.repeat(200_000)}`,
    `@class A;\n${'#define A \\\n'.repeat(50_000)}`,
    `@class A;\n${'('.repeat(1_500)}${' '.repeat(500_000)}`,
    `@class A;\n/// A.\ntypedef struct { int a${'='.repeat(150)}; } b c-;`,
    `@class A;\n${`/// A.\nint ${'a'.repeat(4_900)} -;\n`.repeat(200)}`,
  ];
  const elapsed = startCpuClock();
  for (const source of sources) await parseSource('src/Saw.h', source);
  expect(elapsed()).toBeLessThan(10);
});
