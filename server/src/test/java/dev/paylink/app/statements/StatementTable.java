package dev.paylink.app.statements;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The register of all SQL statements. A line has how many rows a statement may read beyond those
 * that it returns, its class, its name (or several), and its arguments where they are not the usual
 * ones: by name behind a colon, by position behind a question mark.
 *
 * <p>An argument may have symbols in it ({@code $payment} is one of the merchant's, {@code
 * @a0000000/1} the first row of a kind: {@link Statements}); {@code x*32} is an array.
 */
final class StatementTable {
  private static final Pattern LINE =
      Pattern.compile(
          "(?<mayRead>\\S+) (?<store>\\w+) (?<names>[\\w ]+?)( (?<kind>[?:]) (?<arguments>.*))?");

  /** What statements store, compare or search by: a value, and the parameters that get it. */
  private static final String USUAL =
      """
      $merchant merchant merchantId realm MerchantStore.id
      $payment payment paymentId RefStore.id RefQueries.id TransferAddressStore.id
      $payment TransferAddressQueries.id InvoiceQueries.id PaymentStore.id WatchedRefQueries.id
      $event event EventQueries.id EventStore.id
      $user user userId UserStore.id
      $link ReusableLinkStore.id
      $key ApiKeyStore.id
      $payout PayoutStore.id PayoutQueries.id
      $refund RefundStore.id RefundQueries.id RefundWatchQueries.id
      @c0000000/1 SessionStore.id
      @f0000000/1 PasskeyStore.id
      @71000000/1 RelayStore.id RelayQueries.id
      \\x01 account given signature raw
      \\x06 payer
      1 nonce balance fee tip wei budget loss gas ceiling reserved spent lost attempt final after
      payment RelayDayStore.purpose
      $only only
      $merchant*32 merchants
      $payment*32 payments
      $event*32 events
      \\x$hash ref
      $hash*32 refs
      $address*32 addresses
      1*32 numbers
      05*32 tokens
      21 limit
      100 most look
      $last before to
      invoice_settlement scope
      1 chain
      \\x01 contract factory
      300 seconds step
      2026-01-05 first day
      \\x05 token
      1 needed expected amount refunds width height created quietMillis overlapSeconds
      1 removed version least count units block deadline number until
      0 told read_to ahead
      \\x97 address
      0x1 payee form formPending formBefore userPending userBefore
      USD currency
      \\x01 hash png pairHash jpeg tokenHash publicKey letterHash secret
      \\x01 tokenAddress linkToken in
      100 skip
      x url sealed sealedPrevious body recipient label title text successUrl
      x source userAgent actor action subject details summary facts
      x requestedBy requestedFrom decidedBy businessName pendingName invitedBy legalName
      x country registrationNumber nameBefore pendingNameBefore reason
      x passwordHash by released clientId roleClaim developers viewers
      t active activeBefore confirmed bySso factorTrusted
      extended retry
      3 length
      \\x6e6577 prefix
      n name
      2026-01-01 time endsAt createdAt pendingSince formFrom userFrom at
      {x} scopes sources
      2030-01-01 expiresAt
      2 kept
      2026-01-05 signedAt
      f instance
      PASSWORD purpose
      \\x99 credentialId
      9 latest
      """;

  /** What is tried with usual arguments. */
  private static final String TRIED_AS_USUAL =
      """
      0 AlarmStore DUE TOLD
      0 ApiKeyStore LOCK_OWNER NEWEST_FIRST LOCK LOCK_OF_ANY_MERCHANT DELETE
      3 ApiKeyStore COUNT
      32 AttemptStore DELETE_OF_EVENTS FORGET_ANSWERS
      0 AuditKeyStore ALL
      0 AuditStore PAGE
      0 AuditTrailStore HEAD LOCK_UNSIGNED
      1 AuditTrailStore MARK_SIGNED
      0 BrandStore FIND LOOK LOCK NAME_LOGO PUT_LOGO REMOVE_LOGO SHOWN PICTURE OWN_PICTURE
      2 CollectQueries ADDRESSES
      0 CreatedStore HORIZON KNOWN
      0 CursorStore FIND ALL CREATE RESUME LOCK_CHAIN NOTE_FINAL NOTE_EARLY
      2 DeliveryQueueQueries LOOK
      200 DeliveryQueueQueries WHO_WAITS
      1 DeliveryStore STOP
      32 DeliveryStore SUPERSEDE DELETE_OF_EVENTS
      1 DeviceStore HAS_ANY
      4 DeviceStore FORGET_OLDEST
      0 EventQueries POSITION OLDER_OF_PAYMENT EXISTS BODY ATTEMPTS NEXT_ATTEMPT LAST_REMOVED ONE
      32 EventQueries BODIES
      101 EventQueries LOOKED_AT EXHAUSTED_LOOKED_AT
      300 EventQueries EXHAUSTED
      1 EventStore REWRITE
      32 EventStore OF_PAYMENTS
      0 ExhaustedQueries OF_ALL OF_MERCHANT
      21 ExhaustedQueries WHOSE
      100 ExhaustedQueries COUNT
      100 ExhaustedQueries COUNT_BETWEEN : from=2000-01-01, to=2100-01-01
      0 FactorRuleStore RELEASE
      1 FactorRuleStore IS_REQUIRED REQUIRE
      4 FactorRuleStore HAS_ANY
      10 FlagQueries OF_PAYMENT
      0 FreezeStore FIND_LINK REDEEM_LINK FIND AGREED LIFT
      1 FreezeStore DELETE_EXPIRED DELETE_LINKS
      0 HeldStore WAITING DECIDED OF_PAYMENT
      1 HeldStore TOKEN_OF DELETE
      32 HeldStore AMONG FORGET SUMS
      100 HeldStore COUNT
      0 IncomingTransferStore COMPLETING
      0 InvitationStore IS_OF_LETTER OPEN BY_TOKEN REDEEM
      2 InvitationStore DELETE_EXPIRED DELETE_ALL
      0 InvoiceQueries OLDER BY_ID
      0 LinkStore FIND REDEEM DELETE
      1 LinkStore IS_RECENT PUT
      100 MailStore ERASE
      0 DigestStore TAKE
      100 DigestStore DUE
      0 MerchantStore LOCK CALL_OFF_ADDRESSES IS_EMAIL_PROVEN
      1 MerchantStore DECIDE_NAME PROVE_EMAIL
      10 MerchantStore BY_ID
      0 MismatchQueries OLDER
      21 MismatchQueries WHOSE
      0 NodeStore START STOP ALL
      32 OverdueStore UNREAD_ADDRESSES REFS
      0 PasskeyStore OF_USER LOCK_USER LOCK DELETE NAMES DELETE_YOUNGER
      1 PasskeyStore USE_CHALLENGE
      2 PasskeyStore HAS_ANY
      4 PasskeyStore FORGET_CHALLENGES
      0 PaymentDayStore OUTCOMES
      1000 PaymentDayStore MONTHS
      0 PaymentStore OF_PAYMENT
      1 PaymentStore CHOOSE IS_CHOSEN
      10 PaymentStore ADD_UP
      32 PaymentStore ERASE
      1 ProbeStore WRITE
      0 RedeliveryQueries LOCK_EVENT LISTENING
      1 RedeliveryQueries IS_ABOUT_TO_BE_SENT
      32 RedeliveryQueries OF_TYPES : events=$event*32, types=payment.confirmed*1
      1 RefQueries FINAL_AFTER
      0 RelayDayStore DAY
      0 RelayQueries OF_PAYMENT FIND ATTEMPTS LOCK_PAYMENT OPEN_PAYMENT REF
      1 RelayQueries STATE
      100 RelayQueries WAITING SENT
      1 RelayStore TAKE_NONCE LOCK_WAITING REFUSE REQUEUE OPEN_ACCOUNT
      1 RelayDayStore SETTLE USE
      100 RelayDayStore DELETE_OLD
      0 RefQueries ON_CHAIN OF_PAYMENT PAYEE
      0 RefStore NOTE_SENT NOTE_SIGNED LOCK IS_STORED
      0 RefundQueries FIND OF_PAYMENT OLDER TO_SEND WITHOUT_ADDRESS IS_TRANSFER_ADDRESS
      1 RefundQueries TAKEN REFUNDED CAME
      1 RefundStore LOCK_PAYMENT
      32 RefundStore ERASE_REASONS
      32 RefundWatchQueries KNOWN
      100 RefundWatchQueries UNADDRESSED SENT
      0 ReminderStore OPEN
      0 RetentionStore ALL
      0 ReusableLinkStore FIND LOCK OLDER OLDER_ARCHIVED ARCHIVE BRING_BACK PICTURE
      0 ReusableLinkStore REMOVE_PICTURE
      1 ReusableLinkStore OF_PAYMENT
      0 ReviewQueries SUBMISSIONS
      30 ReviewQueries TO_REVIEW TO_RENAME
      100 ReviewQueries COUNT_TO_REVIEW COUNT_TO_RENAME
      0 SandboxClockStore FIND
      0 InstanceModeStore FIND
      0 SecondFactorStore RESEAL FIND USE_STEP DELETE DELETE_YOUNGER
      10 SecondFactorStore COUNT_CODES DELETE_CODES
      0 SessionKeyStore ALL DELETE_OLD
      0 SessionStore PROVE TOUCH OF_USER DELETE DELETE_ONE
      4 SessionStore DELETE_OTHERS DELETE_ALL
      8 SessionStore DELETE_OLDEST
      16 SessionStore DELETE_EXPIRED
      1 SsoRuleStore IS_REQUIRED
      0 SuspensionStore LOCK IS_ANY ALL FIND INSERT DELETE
      0 SsoStore FIND RESEAL
      0 SsoDomainStore OF_MERCHANT
      100 SsoDomainStore CLAIM
      4 SsoIdentityStore DELETE_ALL
      1 SsoIdentityStore DELETE_OF_USER
      4 SsoStore DELETE
      0 StatementQueries BUSINESS_NAME
      32 PaymentCustomerQueries OF_PAYMENTS
      0 TimelineQueries REPORTS HELD TRANSFERS ATTEMPTS REFUNDS
      1 TimelineQueries REFUNDS_NOW REFUNDS_NAMED
      0 TransferAddressQueries OF_PAYMENT MISSING
      32 TransferAddressQueries KNOWN
      100 TransferAddressQueries LIVE WHOLE
      1 TransferAddressQueries IS_ANYONES
      rows/20 TransferAddressQueries FACTORIES
      100 TransferAddressQueries DISPUTED
      0 TransferAddressStore MARK_TOLD READ_TO
      1 TransferAddressStore NOTE_SHOWN
      32 TransferSumQueries OF_PAYMENTS
      0 UserStore LOCK_LOGIN CALL_OFF_ROLE IS_PROVEN
      1 UserStore PROVE RELEASE INVITED
      4 UserStore LOCK_ALL
      20 UserStore CALL_OFF_ROLES LEAVING_UNTIL
      40 UserStore TEAM DELETE
      0 VerifyQueries EVERYTHING
      1 WatchedRefQueries COUNT_SETTLED
      32 WatchedRefQueries OWNERS KNOWN
      0 WebhookDayStore SINCE
      32 WebhookHealthQueries DAYS ACTIVE
      0 WebhookHealthQueries SUSPECTS
      0 WebhookStore LOCK FIND_TARGET ROTATE LOCK_OWNER DELETE RESEAL
      """;

  /** What is tried with arguments of its own. */
  private static final String TRIED_WITH =
      """
      32 CreateQueries FIND_BY_KEYS ? $merchant*32, key-$i*32, $shards, $shards, $shards, \
          $shards
      0 CreateQueries SENDERS ? $merchant*1
      0 InvoiceCounterStore LOCK ? $merchant*1
      0 InvoiceCounterStore ADVANCE ? 5, f, $merchant
      0 InvoiceCounterStore INSERT : merchant=@a2000000/0
      1 InvoiceStore NUMBER_TAKEN ? $merchant, INV-000001
      1 InvoiceStore FIND ? $merchant, $payment
      0 InvoiceStore IDS_OF : number=inv-000001
      10 CustomerQueries EMAILS : text=C4, most=10
      10 CustomerQueries NAMES : text=ada, most=10
      10 CustomerQueries LAST_WORDS : text=love, most=10
      10 CustomerQueries LAST_TWO_WORDS : text=der, most=10
      10 CustomerQueries LAST_THREE_WORDS : text=van, most=10
      32 InvoiceStore UPDATE_SUCCESSES ? 2026-01-01, $merchant*32, $payment*32, 1*32, 2*32, \
          paid*32, $shards, $shards
      32 InvoiceStore ERASE_CUSTOMER : invoices=$payment*32
      32 InvoicePaymentQueries OF_INVOICES : invoices=$payment*32
      0 InvoiceQueries BY_NUMBER : number=INV-000001
      0 InvoiceQueries IN_ANY_CASE : number=inv-000001
      4 OwnerQueries WITH_BITS ? {5}
      # and their transfers
      64 PaymentQueries BY_IDS ? $payment*32, $shards, $shards, $shards, $shards, $shards, $shards
      # and their refunds
      64 PaymentQueries HOSTED_BY_IDS ? $payment*32, $shards, $shards, $shards, $shards, $shards, $shards, $shards, $shards, $shards, $shards
      32 PaymentStore UPDATE ? $merchant*32, $payment*32, success*32, failed*32, 1*32, x*32, \
          null*32, 2026-01-01*32, 1*32, f*32, null*32, $shards, $shards
      10 PaymentStore LOCK GIVEN_BACK ? $payment, $merchant
      100 PaymentStore OF_EMAIL : email=c4@example.com
      1 PaymentDayStore ADD ? $merchant*1, 2026-01-05*1, USD*1, 1*1, 1*1, 1*1, 1*1, 1*1, 1*1, 1*1
      1 PaymentDayStore ADD_FLAGGED ? $merchant*1, 2026-01-05*1, USD*1, 1*1, 1*1, 1*1, 1*1, 1*1
      32 OutcomeQueries MERCHANTS_OF LOCK_AMOUNTS ? $payment*32, $shards, $shards
      64 OutcomeQueries FIND ? $payment*32, $shards, $shards, $shards, $shards, $shards, $shards
      32 AddresseeQueries ADDRESSEES ? $payment*32, $shards, $shards, $shards, $shards
      32 ReportStore KNOWN ? $merchant*32, ref-$i*32, 1*32, $shards, $shards
      1 ReportStore SUSPENDED ? $merchant*1
      1 ReportStore IS_SAME ? $payment, x, ref-1, $merchant
      1 ReportStore INSERT_MISMATCH ? $merchant, new, $payment, x, {}, 2026-01-01, 2026-01-01, \
          @21000000/1
      100 ReportStore DELETE_OLD : from=@10000000/3, end=@10000000/1000, most=100
      32 TransferStore FIND ? 1*32, $hash*32, 0*32, 1*32
      32 TransferStore FREE ? 1*32, $hash*32, 0*32
      1 TransferStore INSERT ? 2026-01-01, 1*1, 99*1, 0*1, $merchant*1, $payment*1
      32 ReceivedTransferStore INSERT ? 2026-01-01, $merchant*32, $payment*32, 1*32, $newHash*32, 99*32, USDC*32, 1*32, \
          address*32, f*32, t*32
      1 ReceivedTransferStore COUNT ? t, f, $payment, $merchant, $hash, 0, 1
      1 MovementStore INSERT ? $merchant*1, $event*1, received*1, $payment*1, 1*1, USDC*1, 1*1, USD*1, 01*1, \
          1*1, $refund*1, x*1
      1 MovementStore ADD_TO_MONTH ? $merchant*1, 2026-01-01*1, 1*1, USDC*1, 1*1, 1*1, 1*1
      1 ReceivedTransferStore DELETE IS_COUNTED ? $payment, $merchant, $hash, 0, 1
      1 ReceivedTransferStore OF_SETTLEMENTS AT_ADDRESS LAST PARTS ? $payment, $merchant
      1 SurplusQueries REACHING ? $payment, $merchant, 1
      1 ReceivedTransferStore LAST_OF_PART ? $payment, $merchant, 1, USDC
      1 SettlementRuleStore AT ? $merchant, 2100-01-01
      1 SettlementRuleStore SET : toleratedPercent=1, toleratedAmount=1, ignoredBelow=1, \
        currencies={USD}, amounts={50}
      1 HeldStore INSERT ? $merchant, $payment, new, 1, T, {}, 2026-01-01, 2026-01-01
      1 HeldStore IS_WAITING ? $payment, $merchant
      100 HeldStore COUNT_TOKEN : token=T
      100 HeldStore IS_ANY_OF : token=T
      1 HeldStore DECIDE : decision=failed
      1 HeldStore CONFIRM_TOKEN : token=U
      32 FlagStore INSERT ? 2026-01-01, $merchant*32, $payment*32, mismatch*32, x*32
      1 FlagStore SET_DONE ? t, $payment, $merchant, duplicate, t
      300 StatementQueries LINES : after=@1e000000/0, end=$last
      100 StatementQueries MONTHS : end=2100-01-01
      0 BrandStore UPDATE : color=#000000, hours=24
      200 ReminderStore TAKE : now=2100-01-01
      100 CreatedStore STEP : from=$payment, limit=100
      1 CreatedStore BEGIN : day=2026-09-09
      0 CreatedStore GO_ON : from=@10000000/0
      100 MismatchQueries COUNT : since=@20000000/0

      0 EventStore LOCK ? $merchant*1
      1 EventStore LISTENING ? $merchant*1
      1 EventStore ADVANCE ? $merchant*1, 5*1, $shards, $shards
      0 EventStore OLDEST : from=@30000000/3, end=@30000000/1000, most=100
      1 EventStore REMOVED_BEFORE : merchants=$merchant*1
      0 EventStore DELETE : merchants=$merchant*1, after={3}, upto={20}
      1 EventStore MARK : merchants=$merchant*1, positions={7}, events=$event*1
      0 EventStore INSERT_COUNTER : merchant=@a2000000/0
      0 EventQueries AFTER : position=$half
      0 EventQueries OLDER : look=21
      200 EventQueries IN_STATE : state=exhausted
      1000 DeliveryQueueQueries COUNT : most=1000
      merchants*3 DeliveryQueueQueries OLDEST_DUE : most=1000
      merchants*3 DeliveryStore CLAIM ? @00000000/0, invoice_settlement, $shards, $shards, $shards, $shards, \
          $shards, $shards, 0, 32, {}, 256, @41000000/1, 15000, $shards, $shards, $shards, \
          $shards
      32 DeliveryStore RECORD ? $merchant*32, $event*32, $delivery*32, @41000000/0*32, \
          delivered*32, 1*32, $shards, $shards
      0 DeliveryStore TAKE_EXHAUSTED : types=payment.confirmed*1
      32 DeliveryStore TAKE_RUNS : runs=$delivery*32
      0 ExhaustedQueries BETWEEN : doneAt=2000-01-01, doneId=@40000000/0, to=2100-01-01
      0 RedeliveryOrderStore INSERT : id=@44000000/0, from=2026-01-01, to=2026-01-02, none=@44000000/0
      0 RedeliveryOrderStore COUNT FINISH : id=@44000000/1
      1 RedeliveryOrderStore LOCK_OPEN : id=@44000000/1
      0 RedeliveryOrderStore ADVANCE : id=@44000000/1, delivery=@40000000/0, doneAt=2026-01-01, \
          doneId=@40000000/0
      0 RedeliveryOrderStore NEWEST NEXT_OPEN
      20 DeliveryStore WAKE ? 0, $shards, $shards, 20, $shards, $shards
      1 DeliveryStore RELEASE ? $merchant, $event, $delivery, @41000000/0
      1 DeliveryStore HOLD ? 1000, $merchant, $event, $delivery, @41000000/0
      1 DeliveryStore INSERT : id=@42000000/1
      100 AttemptStore OLDEST_RUNS : from=@30000000/3, end=@30000000/1000, most=100
      32 AttemptStore DELETE_OLD : runs=$delivery*32, before=2100-01-01
      1 WebhookDayStore ADD ? $merchant*1, 2026-01-05*1, invoice_settlement*1, 1*1, 1*1, 1*1, \
          2026-01-05*1, 2026-01-05*1, x*1, x*1, 1*1
      1 AlarmStore COUNT ? 1, $merchant*1, 1*1
      50 RedeliveryQueries FIND : from=$event, to=$laterEvent, types=payment.confirmed*1, \
          state=delivered
      0 WebhookStore INSERT : scope=fiat_settlement, events=payment.failed*1
      0 WebhookStore UPDATE : events=payment.failed*1, urlBefore=https://example.com
      100 WebhookStore LOCK_PAGE : merchantId=@a0000000/0, scope=, page=100
      0 RequestLogStore OWNERS : keys=$merchant-1*32
      0 RequestLogStore OLDER : look=21
      0 RequestLogStore FIND : id=@70000000/0
      100 RequestLogStore REMOVE : from=@70000000/3, end=@70000000/1000, most=100
      1 RetentionStore FIND : kind=events
      1 RetentionStore ADVANCE : kind=events, doneTo=@30000000/1

      100 ExportQueries MERCHANT USERS COMPANY KEYS WEBHOOKS LINKS LINK_PICTURES INVOICES PAYOUTS \
          CREATED SUBMITTED SUCCESS FAILED EVENTS REQUESTS AUDIT : after=@00000000/0
      32 ExportQueries PAYOUT_PAYMENTS PAYOUT_REPORTS : ids=$payout*32
      32 ExportQueries REPORTS FLAGS TRANSFERS REFUNDS RELAYED : ids=$payment*32
      32 ExportQueries ATTEMPTS : ids=$event*32

      0 SandboxClockStore ADVANCE : seconds=1, most=10
      0 InstanceModeStore NOTE : mode=live
      0 NodeStore BEAT : leads={}, troubles={}
      0 NodeStore FORGET : seconds=1
      1 BackupStore NOTE ? file, 2026-01-01, 1
      0 BackupStore ALL : most=10
      100 MailStore HAD : kind=notice, apart=3600
      100 MailStore ANSWERED : kind=confirmation
      1 DigestStore ADD : stoppable=t
      1 MailStore LOOK
      merchants*3 MailStore CLAIM ? @00000000/0, 5, 20, @41000000/1, 15000
      1 MailStore RECORD ? sent, x, 1, t, $letter, @41000000/0
      100 MailStore REMOVE ? 2100-01-01, 100
      1 MailStore RELEASE ? $letter*1, @41000000/0
      rows/50 MailStore COUNT_PENDING
      rows/50 MailStore DEPTH : most=50000

      0 CursorStore MOVE HALT : number=1, hash=\\x01, time=2026-01-01, why=x, \
          wasNumber=1000000, wasHash=\\x02
      100+rows/10 OverdueStore HELD_UP : before=1000000000
      400+rows/20 OverdueStore OVERDUE : here=2100-01-01, after=1970-01-01, afterId=$nil
      1 SweepQueries NEXT_MERCHANT ADDRESS
      1 SweepQueries SINCE : since=2020-01-01, token=USDC
      100 RelayQueries FROM_NONCE : nonce=$rows-10
      100 RelayQueries LOSSES : since=2020-01-01
      1 RelayQueries WALLET_PAYS IN_OTHER_HANDS : now=1
      1 RelayQueries ADDRESS
      1 RelayStore SEEN : now=2026-01-01
      300 RelayStore DELETE_OLD : from=@71000000/3, end=@71000000/1000, most=100
      1 RelayStore INSERT : id=@72000000/1, kind=permit2, token=USDC, before=1
      1 RelayStore MARK_SENT : nonce=99999999
      1 RelayStore FINISH : state=done
      1 RelayStore ADD_ATTEMPT : nonce=99999998, empty=f, now=2026-01-01
      1 RefStore STORE : ref=\\x99, token=USDC, prices={USDC 0x1 1}
      1 RefStore STORE_LATE : ref=\\x98, token=USDC, prices={USDC 0x1 1}
      32 RefStore NOTE_SEEN : hashes=00*32
      32 RefStore FORGET_SENT NOTE_IN_BLOCK MARK_EARLY TAKE_BACK
      1 RefStore NOTE_KNOWN
      32 RefStore MARK_SETTLED : hashes=00*32, tokens=USDC*32
      10 RefStore FORGET_AFTER : number=$rows-10
      100 WatchedRefQueries OPEN : deadline=0, ref=\\x00
      10 WatchedRefQueries DEPLOYMENTS : now=1
      40 WatchedRefQueries CHANGED_AFTER : number=$rows-10
      300 WatchedRefQueries ENDED : now=1
      400 EarlyRefQueries SEEN : read=1
      100 EarlyRefQueries CONFIRMED : read=1
      32 EarlyRefQueries COUNT_WAYS
      1 EarlyRefQueries EARLY_AFTER
      0 JournalStore APPEND : kind=outage, from=1, to=1, log={}
      0 JournalStore AFTER : last=5
      32 IncomingTransferStore INSERT : hashes=$newHash*32, logs=99*32, blocks=02*32, \
          symbols=USDC*32, amounts=1*32, payers=06*32, kinds=credited*32
      10 IncomingTransferStore FORGET UNCOLLECT : number=$rows-10
      32 IncomingTransferStore MARK_COLLECTED : hashes=$hash*32, logs=0*32
      32 TransferAddressStore ADD : received=0*32, late=0*32
      32 TransferAddressStore ADVANCE : from=1, to=$rows, now=1
      32 TransferAddressStore DISPUTE : number=1
      rows/4 TransferAddressStore KEEP DOUBT
      rows/4 TransferAddressStore LEAVE : before=100
      100 TransferAddressStore SET_BACK : number=$rows-100
      1 TransferAddressStore STORE STORE_LATE : token_address=\\x97, token=USDC, decimals=6
      100 TransferAddressQueries ENDING : now=$rows, deadline=0, after=$nil
      100 TransferAddressQueries PASS : state=kept, target=$rows, number=0, after=$nil
      100 CollectQueries UNCOLLECTED : payment=$nil, chain=0, token=\\x

      1 SessionCodeStore ISSUE : userId=x
      1 SessionCodeStore IS_LIVE REDEEM : hash=\\x$hash
      0 SessionKeyStore INSERT RESEAL : id=@e1000000/1
      100 SessionKeyStore LOCK_PAGE : id=@e1000000/0, page=100
      1 ApiKeyStore BY_PAIRS ? \
          \\\\x0000000000000000000000000000000000000000000000000000000000000000*1
      0 ApiKeyStore INSERT : id=@d1000000/1, apiKey=new, limit=1
      0 ApiKeyStore UPDATE : active=f, limit=1, limitBefore=600
      0 ApiKeyStore MARK_USED : ids=$key*1, sources={127.0.0.1}
      0 ApiKeyStore REPLACE : next=@d1000000/1, overlap=60
      1 ReusableLinkStore TAKE ? $link, $merchant, 2026-01-01
      1 ReusableLinkStore RECOUNT ? 1, $link, $merchant
      0 LinkSlugStore BY_SLUG : slug=slug-0-0
      0 LinkSlugStore CLAIM_SLUG : slug=new, id=@d9000000/1
      0 ReusableLinkStore BY_KEY : key=new
      0 ReusableLinkStore PUT_PICTURE NAME_PICTURE
      0 ReusableLinkStore SWITCH : active=f
      0 ReusableLinkStore INSERT : id=@d9000000/1, slug=new, minAmount=1, maxAmount=1, \
          suggested={1}, ends=2026-01-01, name=off, email=off, reference=off, maxUses=9, key=new, \
          requestHash=\\x01
      0 ReusableLinkStore UPDATE : slug=new, minAmount=1, maxAmount=1, suggested={1}, \
          ends=2026-01-01, name=off, email=off, reference=off, maxUses=9
      1 LinkSumStore ADD ? $merchant*1, $link*1, USD*1, 1*1, 1*1
      0 LinkSumStore OF_LINKS : links=$link*1
      0 PayoutStore BY_REF : ref=payout-$number
      0 PayoutStore REPORTS
      0 PayoutStore INSERT : id=@1e100000/1, ref=new, status=paid, fee=1, rate=1, bankReference=x, \
          lastFour=1234, total=1, flags=x
      1 PayoutStore UPDATE : status=paid, fee=1, rate=1, bankReference=x, lastFour=1234, total=1, \
          flags=x, before=paid
      0 PayoutStore INSERT_REPORT : number=2, status=sent, applied=t, fee=1, rate=1, \
          bankReference=x, lastFour=1234, payments={}, occurredAt=2026-01-01
      1 PayoutStore ADD_MONTH : month=2026-01-01, status=paid, fee=1, mismatches=1
      0 PayoutQueries FIND OLDER OLDER_DIFFERING STEPS
      0 PayoutQueries FIRST_REPORTED : after=@1e000000/0, end=$last
      100 PayoutQueries MONTHS : end=2100-01-01
      0 PayoutQueries OLDER_OF_STATUS : status=paid
      32 PayoutQueries PAYMENTS
      32 PaymentStore MOVE_PAYOUT : before=@1e000000/2, after=@1e000000/1
      0 RefundStore INSERT : id=@1f100000/1, payee=x, token=USDC, ref=\\x01, key=new
      1 RefundStore IS_OPEN_FOR_NAMES
      1 RefundStore CANCEL GIVE NOTE_SENT NAME CONFIRM MARK_SENT TAKE_BACK SETTLE END : \
          address=0x1, ref=\\x02
      10 RefundStore FORGET_AFTER : number=$rows-10
      0 RefundQueries BY_KEY : key=key-$number
      1 RefundWatchQueries LOCK : address=0x1, ref=\\x02
      100 RefundWatchQueries OPEN : deadline=0, ref=\\x00

      0 TokenSessionStore DELETE_EXPIRED ALL
      0 TokenSessionStore INSERT DELETE_OLDEST FIND TOUCH PROVE DELETE : id=@f1000000/1
      0 OperatorLogStore PAGE
      0 OperatorLogStore INSERT : id=@f1000000/1, before=viewer, after=admin, kind=chain
      0 ApprovalStore OPEN
      0 ApprovalStore LOCK_PENDING_OF INSERT FIND LOCK DECIDE DECLINE_ALL_OF : id=@f1000000/1, \
          before=viewer, after=admin, kind=chain, state=declined
      0 AuditStore INSERT : id=@61000000/1, before=x, after=x
      0 AuditKeyStore INSERT : publicKey=\\x02, sealed=\\x02
      0 AuditKeyStore RESEAL : sealed=\\x02
      0 AuditTrailStore ENTRIES SIGNATURES : after=0, last=1000000
      0 AuditTrailStore SIGN : number=9000000, hash=\\x00, publicKey=\\x00, signature=\\x00
      0 DeviceStore REMEMBER : device=\\x00000001
      400 ReviewQueries SEARCH : first=shop 1, last=shop 2, matches=100, status=KybVerified
      0 InvitationStore INSERT : id=@c3000000/1, email=other@example.com, role=viewer
      0 InvitationStore DELETE : id=@c1000000/1
      0 InvitationStore DELETE_OF_EMAIL : email=new@example.com
      2 InvitationStore DELETE_ALL_BY : invitedBy=y
      0 KybStore INSERT : id=@c4000000/1
      # each with its team and what it submitted
      40 MerchantStore newestFirst0 newestFirst1 newestFirst2 newestFirst3 : \
          status=KybSubmitted
      0 MerchantStore INSERT : id=@a1000000/1
      1 MerchantStore UPDATE_PROFILE : sendInvoices=true, user=0x1, contact=x, privacyUrl=x
      1 MerchantStore UPDATE_VERIFICATION : to=Suspended, from=KybVerified
      0 MerchantStore POSTPONE_ADDRESSES : until=2026-01-01
      merchants*1 MerchantStore PASS_TIME : seconds=1
      100 SecondFactorStore LOCK_PAGE : realm=@a0000000/0, userId=@b0000000/0, page=100
      1 SecondFactorStore BEGIN : secret=x
      0 SecondFactorStore INSERT_CODE : hash=\\x77
      0 SecondFactorStore USE_CODE : hash=\\x00000001
      0 SessionStore INSERT : id=@c5000000/1, providerFactor=f, provenAt=2026-01-01
      0 SessionStore FIND : required=f
      100 SessionStore DELETE_OLD : before=2100-01-01
      4 SessionStore DELETE_BY_SSO : kept=@c0000000/1
      1 UserStore INSERT : userId=@b1000000/1, email=other@example.com, name=x, role=viewer
      0 UserStore BY_EMAIL : email=user-0-0@example.com
      1 OriginQueries FIND : email=user-0-0@example.com
      0 UserStore UPDATE_PASSWORD : before=x, after=y
      0 UserStore UPDATE_ROLE : before=owner, after=viewer
      0 UserStore ANNOUNCE_ROLE : before=owner, pending=viewer
      1 UserStore DELETE_GONE : email=user-0-0@example.com
      4 UserStore EMAILS_OF_ROLE PROVEN_EMAILS_OF_ROLE : role=owner
      0 UserStore UNPROVEN : emails={user-0-0@example.com}
      merchants*1 UserStore PASS_TIME : seconds=1
      0 FreezeStore INSERT_LINK : tokenHash=\\x02, email=x
      1 FreezeStore AGREE : email=x
      4 FreezeStore MAY_LIFT : role=owner
      1 FreezeStore FREEZE : by=x, changedAt=2026-01-01
      1 PasskeyStore INSERT : id=@f1000000/1, name=x
      0 PasskeyStore USE : before=0, after=1
      0 PasskeyStore RENAME : name=x
      1 SsoStore PUT : issuer=x, required=t
      1 SsoDomainStore INSERT : domain=new.example, token=x
      0 SsoDomainStore LOCK : domain=0.$merchant.example, token=x
      1 SsoDomainStore TEAMS CHECK_OTHERS : domain=0.$merchant.example
      1 SsoDomainStore IS_PROVEN_BY_OTHERS : domain=0.$merchant.example, seenAt=2026-01-01
      0 SsoDomainStore SEEN MISSING LAPSE DELETE : domain=0.$merchant.example
      1 SsoIdentityStore FIND : issuer=https://idp.example.com, subject=x
      0 SsoIdentityStore OF_USER : issuer=https://idp.example.com
      1 SsoIdentityStore LINK : issuer=https://new.example.com, subject=new
      100 SsoStore LOCK_PAGE : page=100
      """;

  /** What has no plan, or reads no table of ours. */
  private static final List<String> WITHOUT_PLAN =
      List.of(
          "CurrentSchema.APPLIED",
          "MerchantStore.NOW",
          "Leadership.TRY",
          "PrimaryConnections.JUDGE",
          "NodeHints.SEND",
          "DatabaseState.ASK",
          "SizeStore.",
          "SlowStatementQueries.",
          "PostgresClient.",
          "BackupQueries.",
          "ArchiveQueries.",
          "ServiceGrants.",
          "Migrations.MAY_MIGRATE",
          "Shards.",
          "Distribution.");

  /** What the register says of a statement. */
  record Line(String mayRead, List<String> positional, Map<String, String> named) {}

  private StatementTable() {}

  static boolean isWithoutPlan(String name) {
    return WITHOUT_PLAN.stream().anyMatch(name::startsWith);
  }

  /** Values by parameter, or by {@code Class.parameter}. */
  static Map<String, String> usual() {
    Map<String, String> usual = new HashMap<>();
    for (String line : USUAL.lines().toList()) {
      String[] words = line.split(" ", -1);
      Stream.of(words).skip(1).forEach(parameter -> usual.put(parameter, words[0]));
    }
    return usual;
  }

  /** Lines by {@code Class.NAME}. */
  static Map<String, Line> lines() {
    Map<String, Line> lines = new LinkedHashMap<>();
    Stream.of(TRIED_AS_USUAL, TRIED_WITH)
        .flatMap(String::lines)
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .forEach(line -> add(line, lines));
    return lines;
  }

  private static void add(String text, Map<String, Line> lines) {
    Matcher parts = LINE.matcher(text.replaceAll(" +", " "));
    if (!parts.matches()) {
      throw new AssertionError("no line of the register: " + text);
    }
    List<String> arguments =
        parts.group("kind") == null ? List.of() : List.of(parts.group("arguments").split(", ", -1));
    boolean positional = "?".equals(parts.group("kind"));
    Map<String, String> named = new HashMap<>();
    if (!positional) {
      for (String argument : arguments) {
        int equals = argument.indexOf('=');
        named.put(argument.substring(0, equals), argument.substring(equals + 1));
      }
    }
    Line line = new Line(parts.group("mayRead"), positional ? arguments : List.of(), named);
    for (String name : parts.group("names").split(" ", -1)) {
      if (lines.put(parts.group("store") + "." + name, line) != null) {
        throw new AssertionError("twice in the register: " + name + " in " + text);
      }
    }
  }
}
