"""English questions about images and videos; `wording.varied` reads their choices."""

from demo_model.said.wording import questions

QUESTIONS = questions("""
describe: What do you see?|What is in the picture?|Describe the image.|What is in this image?|
Describe this picture in every detail.|Describe the picture in detail.|What's in this picture?|
What's this?|Please describe everything you see.|Look at this picture and describe it.|
What is going on here?|Write a caption for this image.|Give me a detailed description.|
Tell me what you see.|What does the picture show?|Describe this picture.|What is this?|
What can you see in this picture?|Explain this image.|What is shown here?|What is on the picture?|
Describe what you see.|What is in there?|List all shapes.|Which shapes do you see?|
What shapes are in the picture?|Name everything in the picture.|What is here?|
Which shapes are there and what color are they?|Tell me about this picture.|Describe it.|
What am I looking at?|Can you describe the picture?|Could you describe what is shown?|
Give me a description of the image.|What have we got here?|Have a look and tell me what you see.|
What is drawn here?|What do we have in this picture?|Say what you see.|
Give an overview of the picture.|
Which things do you see?|What is drawn in this picture?|Describe all the shapes.|
What is there to see in this picture?|In one sentence, what is this?|Name what you see.|
[What do you see/List the shapes/Name the shapes/What are the shapes/Describe the shapes]
[/,] [from left to right/going from left to right]?|
[What/What all] [is there/is drawn/is shown/can be seen/do we have/did I draw]
[/here/on this page/in this drawing/in it]?|
[Describe/Tell me/Say/Explain] [what you see/what is drawn here/what this shows/what is there].|
[What/What all] [is/do you see/can be seen] [in/on] [this/my/the] ~?

count: How many shapes are there?|How many objects are in the picture?|Count the shapes.|
How many things do you see?|How many shapes can you count?|What is the number of shapes?|
How many shapes are in the image?|How many shapes does the picture show?|Count all objects.|
How many shapes do you see?|Tell me how many shapes there are.|How many objects are there?|
How many shapes are there in total?|Count everything in the picture.|
How many shapes are visible?|How many shapes can be seen?|How many shapes have been drawn?|
How many figures are there?|Give me the number of shapes.|How many are there in all?|
What is the total number of shapes?|How many shapes altogether?|Please count the shapes for me.|
How many items are in the picture?|Say how many shapes there are.|
How many shapes are on the picture?|How many shapes did I draw?|Count them.|
I need the number of shapes.|
How many shapes did you find?|What is the count of shapes?|The number of shapes, please.|
number of objects|How many shapes in total?|How many are they?|How many shapes make this picture?|
Is it one shape or more?|How many things have been drawn here?|How many different things are there?|
I'd like to know how many shapes there are.|shapes: how many|Do a count of the shapes.|
How many figures can you count?|Of how many shapes is this made?|How many shapes belong to it?|
Just how many shapes is this?|How many shapes are there, all told?|The shapes: how many is that?|
[How many/What number of] [shapes/objects/things/items/figures]
[are there/do you see/can you see/do you count/did you find/are drawn/are shown/did I draw]
[/here/in total/altogether/in the picture/on the page/in this drawing/in all/on it]?|
[How many/What number of] [shapes/objects/things/items/figures]
[do you notice/did I put in/have been painted/did they paint/can be counted/are visible]
[/here/in total/in the picture/in it]?|
[Number/Total number/Count/Total] of [shapes/objects/things/items/figures]
[/please/here/in the picture/in total]?|
[Can you/Could you/Would you/Please] count [the/all the/these] [shapes/objects/items/figures]
[/for me/here/in the picture]?|
Count [everything/all of it/all of them/what you see/the figures/the items].|
[Is it/Is there/Do you see] [just one/only one/one] [shape/thing/object]
[or more/or several/or are there more/or are there several]?|
[I/My son/She/He] counted [the shapes/the things/them/them twice].
[What do you get/How many do you get/How many are there]?|
[Wow/Oh/Hm], [many shapes/a lot of shapes/so many things]. How many [are there/are they/is that]?|
[How many/What number of] [shapes/objects/things/items/figures]
[stand/sit/lie/are/hang/have been put/are arranged/are spread]
[/together/side by side/in a row/in this row/around/next to each other] [here/on it/in it/there]?|
[Not counting the background/Without the background/All in all/Exactly/Roughly],
how many [shapes/objects/things] [are there/do you see/is that]?|
How many [shapes/objects/things/figures] [are/do you see/are there/can you find/were put] [in/on/at]
[this/that/my/the/his/our] [~/~/little ~/red ~/blue ~/green ~/yellow ~/black ~/pink ~/gray ~]?|
[How many/What number of] [~/~/~ little/pretty/nice/tiny/whole/funny/painted/single/separate]
[shapes/objects/things] [are there/do you see/are drawn/are shown] [/here/in total/on this ~]?|
[There are/Here are/I see/We have] [~/a few/so many/plenty of/several/rather many/not so many]
shapes [/here/on this ~].
[How many/How many is that/What is their number/How many are there][/, ~/ precisely]?|
[~/Determine/Tell me/Work out/Find out/State] [the number of shapes/how many shapes there are]
[/here/in this ~].

count_thing: How many {x.many} are there?|How many {x.many} do you see?|Count the {x.many}.|
What is the number of {x.many}?|How many {x.many} are in the picture?|How many {x.many}?|
How many {x.many} can you count?|How many {x.many} does the image show?|
Tell me how many {x.many} there are.|Count all {x.many}.|How many {x.many} can you see?|
How many {x.many} are in this image?|
How many {x.many} are visible?|How many {x.many} can be seen?|Give me the number of {x.many}.|
How many {x.many} have been drawn?|Please count the {x.many}.|How many of the shapes are {x.many}?|
How many {x.many} are shown?|How many {x.many} did you find?|I need the number of {x.many}.|
How many {x.many} can you find?|Say how many {x.many} you see.|Number of {x.many}?|
{x.many}: how many are there?|How many {x.many} are there in total?|
How many {x.many} does the picture have?|How many {x.many} does this show?|
Could you count the {x.many}?|How many {x.many} are on it?|
{x.many}, how many?|{x.many}: number?|count of {x.many}|The number of {x.many}, please.|
I'd like to know how many {x.many} there are.|How many of them are {x.many}?|
Just the {x.many}: how many?|How many {x.many} did I draw?|How many {x.many} make it up?|
Are there any {x.many}, and how many?|How many {x.many} have you found?|
Do a count of the {x.many}.|What is the count of {x.many}?|
[How many/What number of] {x.many}
[are there/do you see/can you see/do you count/did you find/are drawn/are shown/did I draw]
[/here/in total/altogether/in the picture/on the page/in this drawing/in all/on it]?|
[How many/What number of] {x.many}
[do you notice/did I put in/have been painted/can be counted/are visible][/ here/ in it]?|
{x.many}[: how many/, how many/: how many do you see/: number]?|
[Number/Total number/Count/Total] of {x.many} [/please/here/in the picture]?|
[Can you/Could you/Would you/Please] count the {x.many} [/for me/here/in it]?|
Count the {x.many}, [would you/please/will you].|
How many {x.many} [are/are there/do you see] [in/on] [this/my/the] ~?

count_color: How many shapes are {color}?|How many {x.many} are there?|Count the {x.many}.|
How many {color} objects are there?|How many {x.many} do you see?|How many {color} things?|
How many of the shapes are {color}?|What is the number of {x.many}?|
How many {color} ones are there?|
How many objects are {color}?|How many {x.many} are in the picture?|
Count all shapes that are {color}.|
How many {x.many} are visible?|How many {x.many} can be seen?|Give me the number of {x.many}.|
How many shapes have the color {color}?|How many of them are {color}?|How many things are {color}?|
Please count the {x.many}.|How many {color} shapes can you find?|How many {x.many} are shown?|
Number of {x.many}?|How many shapes are there in {color}?|How many shapes come in {color}?|
Count the {color} ones.|How many {color} objects can you count?|
How many shapes were drawn in {color}?|I need the number of {x.many}.|
How many {color} figures are there?|How many {x.many} does the picture have?|
{color} shapes: how many?|number of {color} things|How many {color} items are there?|
Of the shapes, how many are {color}?|I'd like to know how many are {color}.|
How many of these are {color}?|How many did I draw in {color}?|{color} ones, how many?|
Just the {color} ones: how many?|What is the count of {color} shapes?|
[How many/What number of] {x.many}
[are there/do you see/can you see/do you count/did you find/are drawn/did I draw]
[/here/in total/in the picture/on the page/in all/on it]?|
[How many/How many of the shapes/How many of them/How many of these/How many things] are {color}?|
Of [all/all these/the/these] [shapes/things/objects], how many are {color}?|
{color} [ones/shapes/things/figures][: how many/, how many/: number]?|
[Number/Count/Total] of {color} [ones/shapes/things/items] [/please/here]?|
[Can you/Could you/Please] count the {color} [ones/shapes/things] [/for me/here]?|
How many {color} [ones/things/shapes] [are/are there/do you see] [in/on] [this/my/the] ~?

color: What color is {x.the}?|What is the color of {x.the}?|Which color does {x.the} have?|
Tell me the color of {x.the}.|{x.the} is which color?|What color does {x.the} have?|
Which color is {x.the}?|In what color is {x.the}?|What color is {x.the} in the picture?|
Name the color of {x.the}.|Can you tell me what color {x.the} is?|What is {x.the}'s color?|
Color of {x.the}?|I want to know the color of {x.the}.|
What is the color {x.the} has?|{x.the} has which color?|What color would you say {x.the} is?|
Do you know the color of {x.the}?|What color was {x.the} drawn in?|
Which color was used for {x.the}?|What color did I give {x.the}?|
Could you tell me the color of {x.the}?|Say the color of {x.the}.|
What is the color of that {x.one}?|What color is that {x.one}?|Give me the color of {x.the}.|
Please name the color of {x.the}.|Does {x.the} have a color, and which?|Of what color is {x.the}?|
What color has {x.the}?|How would you call the color of {x.the}?|
{x.the}: what color?|color of {x.one}|{x.one} color?|
The color of {x.the}, please.|I'd like to know what color {x.the} has.|
What color is {x.the} painted?|{x.the} comes in what color?|In which color do you see {x.the}?|
What color is used on {x.the}?|What color do you call {x.the}?|
[What/Which] color [is/has] [that/this] {x.one}?|{x.one}[: color/, which color/, what color]?|
Color of [{x.one}/{x.the}/that {x.one}] [/please]?|
[I'd like to know/I want to know/Can you tell me/Tell me/Can you see]
[what color {x.the} has/what color {x.the} is/the color of {x.the}/which color {x.the} is].|
[In what color/In which color/What color] [did I draw/did I paint/did they make] {x.the}?|
[What/Which] color did [I/they/she/he] [choose/use/take/pick] for {x.the}?|
[What/Which] color [is/has] {x.the} [in/on] [this/my/the] ~?

color_it: What color is it?|Which color is it?|What color is the shape?|What is the color?|
What color is the object?|What color does it have?|What color is this?|Which color do you see?|
What is the color of the shape?|Tell me the color.|What color is that?|Name the color.|
What color is the thing in the picture?|
What color would you say it is?|Which color does it have?|Say its color.|
What color was it drawn in?|What is its color?

shape: What shape is the {color} one?|Which shape is {color}?|What shape is the {color} object?|
What is the {color} shape?|What is the {color} thing?|What shape does the {color} object have?|
What shape is {color}?|Which shape does the {color} one have?|What is the {color} object?|
Tell me the shape of the {color} one.|What kind of shape is the {color} one?|Which one is {color}?|
What kind of shape is {color}?|What is the shape of the {color} object?|
What shape has the color {color}?|Which shape has the color {color}?|
What shape was drawn in {color}?|Name the {color} shape.|
What shape would you call the {color} one?|Tell me what the {color} object is.|
The {color} one is which shape?|Say what shape the {color} one is.|
What sort of shape is the {color} one?|What is the shape that is {color}?|
Which of the shapes is {color}?|What form does the {color} object have?|
The {color} one, what is its shape?|The {color} thing is a what?|What figure is {color}?|
shape of the {color} one|I'd like to know what the {color} one is.|{color} one: which shape?|
What kind of thing is {color}?|The {color} shape is what?|And the {color} one, what is it?|
[What kind of/What sort of/What/Which] [figure/shape/thing/object] is
[{color}/the {color} one/the {color} thing/the {color} figure/that {color} thing]?|
[The/That] {color} [one/thing/figure/shape/object][, what is it/: what is it/ is what/ is a what]?|
What did [I/they/she/he] [draw/paint/make] in {color}?|
What's [that/the] {color} [thing/figure/one/object]?|
[I'd like to know/Tell me/Can you tell me/Say] what the {color} [one/thing/figure] is.|
[~/Determine/Specify/State/Recognize/Give me] the {color} [one/thing/shape/figure/object]
[/for me].|
[There is/I see/Here is] [something/one thing/a shape] [in/that is/of the color] {color} [/here].
[What is it/Which shape is it/What is its shape]?|
Something [here/in it/on this ~/on my ~] is {color}. What [is it/could it be/might it be]?

shape_it: What shape is it?|What shape is this?|Which shape do you see?|Name the shape.|
What shape do you see?|Which shape is this?|What kind of shape is it?|Which shape is it?|
What shape is in the picture?|What shape is that?|Tell me the shape.|What shape is the object?|
What is the shape?|
What sort of shape is it?|What would you call this shape?|Say which shape it is.|
What form does it have?|Which shape was drawn?

exists: Is there {x.a}?|Do you see {x.a}?|Can you see {x.a} in the picture?|Is {x.a} in the image?|
Does the picture show {x.a}?|Is there {x.a} in the picture?|Does the image contain {x.a}?|
Can you find {x.a}?|Is {x.a} there?|Are there any {x.many}?|Do you see any {x.many}?|
Can you see {x.a}?|Is there {x.a} here?|Does this picture have {x.a}?|Can you see any {x.many}?|
Is {x.a} in the picture?|
Does this image have {x.a}?|Is {x.a} shown?|Is there {x.a} somewhere?|Is {x.a} visible?|
Can {x.a} be seen?|Can you spot {x.a}?|Do you find {x.a}?|Is there {x.a} among the shapes?|
Is one of the shapes {x.a}?|Did I draw {x.a}?|Was {x.a} drawn?|Does it contain {x.a}?|
Is there {x.a} to be seen?|Are there {x.many}?|Is there {x.a} on it?|
Tell me whether there is {x.a}.|Tell me if you see {x.a}.|Check whether there is {x.a}.|
Have you seen {x.a}?|Does the drawing have {x.a}?|Are any {x.many} shown?|
There is {x.a}, isn't there?|There's {x.a} in it, right?|Any {x.many}?|Any {x.one} there?|
Is there {x.a} or not?|Did you notice {x.a}?|I think there is {x.a}. Is that right?|
I'd like to know if there is {x.a}.|Would there be {x.a} in it?|{x.one}: yes or no?|
Is {x.a} among them?|Do I have {x.a} in here?|
Is there {x.a} [or not/at all/anywhere/in the drawing/on the page]?|
[Do/Can/Could/Did] you [see/find/spot/notice/make out] [{x.a}/any {x.many}]
[/anywhere/at all/in it/there/on the page]?|
Is [{x.a}/any {x.one}] [in it/to be found/in the drawing/on this page/there somewhere]?|
[Is there/Do you see/Did I draw] {x.a} [in/on] [this/my/the] ~?

exists_of: Is [one/any/at least one] of the {bare.many} {color}?|
Is there {bare.a} [that is/which is/in/colored/painted] {color} [/here/in it]?|
Is any {bare.one} [/here/in the picture/in it] {color}?|
Are [any/some] of the {bare.many} {color}?|[Has/Have] any of the {bare.many} the color {color}?|
Do you see {bare.a} [in/that is/of the color] {color}?|Did I draw {bare.a} in {color}?|
[Is there/Do you see/Can you see/Do we have] [a single/one/any] {bare.one}
[that's/that is/which is/of the color/with the color] {color} [/here/in it/somewhere]?|
[Are there/Do you see/Can you find] [any/some/] {bare.many} [that are/which are/in] {color}
[/here/in it/at all]?|
[Any of the/Are any of those/Are some of these/Is any of the/Is one of those] {bare.many}
{color} [/, please/, or not]?|
[Is any/Is one/Is at least one] {bare.one} {color} [/here/in this picture]?

exists_color: Is there {x.a}?|Is there any {color} shape?|Do you see {x.a}?|
Is one of the shapes {color}?|
Is any shape {color}?|Are there any {x.many}?|Do you see any {x.many}?|Is one of them {color}?|
Does the picture show {x.a}?|Can you see {x.a}?|Is there a {color} object?|
Is there a {color} thing in the picture?|Is there {x.a} in the picture?|
Is {x.a} visible?|Can you spot {x.a}?|Is there {x.a} somewhere?|Tell me whether there is {x.a}.|
Does one of the shapes have the color {color}?|Do any of the shapes have the color {color}?|
Are some of the shapes {color}?|Did I draw {x.a}?|Is there a {color} one?|
Do you see a {color} one?|Are there {color} ones?|Is a shape drawn in {color}?|
Check whether there is {x.a}.|Has one of them the color {color}?|
There is {x.a}, isn't there?|Any {color} ones?|Is a thing drawn in {color}?|
I'd like to know if there is {x.a}.|Did you notice {x.a}?|Is there a {color} thing or not?|
Any {x.many}?|{color} shapes: yes or no?

where: Where is {x.the}?|In which part of the picture is {x.the}?|Where can I find {x.the}?|
Where do you see {x.the}?|Where in the picture is {x.the}?|What is the position of {x.the}?|
In which corner or part is {x.the}?|Tell me where {x.the} is.|Where exactly is {x.the}?|
Where is {x.the} in the image?|At which place is {x.the}?|Where is {x.the} located?|
Can you tell me where {x.the} is?|Position of {x.the}?|
Where did I put {x.the}?|Where was {x.the} drawn?|Say where {x.the} is.|Whereabouts is {x.the}?|
What place is {x.the} at?|In what part is {x.the}?|{x.the} is where?|
What part of the picture is {x.the} in?|Where should I look for {x.the}?|
Where has {x.the} been placed?|Describe the position of {x.the}.|Where on the picture is {x.the}?|
Please tell me where {x.the} is.|Where does {x.the} stand?|Could you say where {x.the} is?|
Where would I find {x.the}?|
Locate {x.the}.|Find {x.the} for me.|Where does {x.the} sit?|{x.the}: where?|
Where can {x.the} be found?|Which part of the picture has {x.the}?|Which spot has {x.the}?|
I'd like to know where {x.the} is.|location of {x.the}|
Where would you say {x.the} is?|In which area is {x.the}?|Where about is {x.the}?|
[Where/Whereabouts] [is/do you see/do I find/can I find/did I put/did I draw/lies] {x.the}
[/in the picture/on the page/exactly]?|
[Can you/Could you/Please/Would you] [locate/point out] {x.the} [/for me].|
[In which/In what] [area/part/region/place] [/of the picture/of the page] is {x.the}?|
Where did {x.the} end up?|Where [in it/on the page] [is/do you see] {x.the}?|
Where [in/on] [this/my/the] ~ [is/do you see/lies] {x.the}?

where_it: Where is it?|Where is the shape?|Where in the picture is it?|Where do you see it?|
In which part of the picture is it?|Where is the object?|What is its position?|
Tell me where it is.|Where is it in the image?|Where exactly is it?|Where is it located?|
Whereabouts is it?|Where was it drawn?|In what part is it?|Say where it is.|Where does it stand?|
Where would I find it?

side_left: What is on the left?|Which shape is on the left?|What do you see on the left side?|
What is on the left side?|What is there on the left?|Which object is on the left?|
What shape is on the left?|What is on the left of the picture?|What is to the left?|
Name the shape on the left.|What can you see on the left?|What is in the left half?|
What is at the left side?|What stands on the left?|What was drawn on the left?|
Tell me what is on the left.|What shape is on the left side?|What have we got on the left?|
What is on the left-hand side?|What's on the left hand side of it?|What did I draw on the left?|
[What/Which shape/Which thing/Which one/What shape] [is/stands/lies/sits]
[on the left/on the left side/on the left-hand side/to the left/at the left]
[/of the picture/of the page/here]?

side_left_most: What is the leftmost shape?|Which shape is furthest to the left?|
What is furthest left?|Which shape is the leftmost?|Which object is farthest to the left?|
What shape is at the far left?|What is at the far left?|Which shape is the most to the left?|
Name the leftmost shape.|Which one is leftmost?|What is the leftmost object?|
Which shape is farthest left?|Tell me the leftmost shape.|What shape is furthest left?|
Which is the leftmost of the shapes?|What stands furthest to the left?|
[What/Which shape/Which one/Which thing] [is/stands/lies]
[furthest left/farthest left/furthest to the left/leftmost/at the far left]?

side_top: What is at the top?|Which shape is at the top?|What do you see at the top?|
What is at the top of the picture?|Which object is at the top?|What shape is at the top?|
What is up there at the top?|Name the shape at the top.|What is in the upper half?|
What can you see at the top?|What is on top?|
What was drawn at the top?|Tell me what is at the top.|What stands at the top?|
What shape is in the upper part?|What is in the upper part of the picture?|
What did I draw at the top?|What can be seen at the top?|
[What/Which shape/Which thing/Which one/What shape] [is/stands/lies/sits]
[at the top/in the upper half/in the upper part/at the top of the page/at the top here]?

side_top_most: What is the topmost shape?|Which shape is the highest?|Which shape is highest up?|
What is the highest shape?|Which object is topmost?|Which one is at the very top?|
Which shape is closest to the top?|What is the uppermost shape?|Name the topmost shape.|
What is at the very top?|
Which shape is farthest up?|Tell me the highest shape.|Which is the topmost of the shapes?|
What stands highest?|
[What/Which shape/Which one/Which thing] is [topmost/uppermost/highest up/highest/at the very
top/furthest up]?

side_bottom: What is at the bottom?|Which shape is at the bottom?|What do you see at the bottom?|
What is at the bottom of the picture?|Which object is at the bottom?|What shape is at the bottom?|
What is down there at the bottom?|Name the shape at the bottom.|What is in the lower half?|
What can you see at the bottom?|What is down below?|
What was drawn at the bottom?|Tell me what is at the bottom.|What stands at the bottom?|
What shape is in the lower part?|What is in the lower part of the picture?|
What did I draw at the bottom?|What can be seen at the bottom?|
[What/Which shape/Which thing/Which one/What shape] [is/stands/lies/sits]
[at the bottom/in the lower half/in the lower part/at the bottom of the page/at the bottom here]?

side_bottom_most: What is the lowest shape?|Which shape is the lowest?|
Which shape is furthest down?|
What is the bottommost shape?|Which object is lowest?|Which one is at the very bottom?|
Which shape is closest to the bottom?|Name the lowest shape.|What is at the very bottom?|
Which shape is bottommost?|
Which shape is farthest down?|Tell me the lowest shape.|Which is the lowest of the shapes?|
What stands lowest?|
[What/Which shape/Which one/Which thing] is [bottommost/lowest/furthest down/at the very
bottom/lowest of all]?

relation: Is {x.the} {way} {y.the}?|Is {x.the} located {way} {y.the}?|
Do you see {x.the} {way} {y.the}?|
Is it true that {x.the} is {way} {y.the}?|{x.the} is {way} {y.the}, right?|
Is {x.the} {way} {y.the} in the picture?|Is {x.the} {way} {y.the} or not?|
Would you say that {x.the} is {way} {y.the}?|Can you check if {x.the} is {way} {y.the}?|
Does {x.the} lie {way} {y.the}?|Is {x.the} placed {way} {y.the}?|
Is {x.the} somewhere {way} {y.the}?|
Is {x.the} found {way} {y.the}?|Tell me whether {x.the} is {way} {y.the}.|
Do we find {x.the} {way} {y.the}?|Has {x.the} been drawn {way} {y.the}?|
Does {x.the} stand {way} {y.the}?|Do you find {x.the} {way} {y.the}?|
Check whether {x.the} is {way} {y.the}.|
{x.the} is {way} {y.the}, isn't it?|I think {x.the} is {way} {y.the}. Is that right?|
{x.the} {way} {y.the}: yes or no?|Can {x.the} be found {way} {y.the}?|
Is {x.the} drawn {way} {y.the}?|Did I put {x.the} {way} {y.the}?

relative: [Where/Whereabouts] [is/lies/stands/sits] {x.the}
[relative to/compared to/in relation to/with respect to/seen from/as seen from] {y.the}?|
[What is/What's/Tell me] the [place/position] of {x.the}
[relative to/compared to/in relation to/with respect to/seen from] {y.the}?|
On which side of {y.the} [is/lies/stands] {x.the}?|
How [is/lies] {x.the} [placed relative to/placed compared to/in relation to] {y.the}?|
From {y.the}, where is {x.the}?|[Where/In which direction] from {y.the} is {x.the}?

neighbor: What is {way} {x.the}?|Which shape is {way} {x.the}?|What do you see {way} {x.the}?|
Which object is {way} {x.the}?|What lies {way} {x.the}?|What shape is {way} {x.the}?|
What can you see {way} {x.the}?|Tell me what is {way} {x.the}.|Is anything {way} {x.the}?|
What is there {way} {x.the}?|Name the shape {way} {x.the}.|
What stands {way} {x.the}?|What was drawn {way} {x.the}?|Say what is {way} {x.the}.|
Which shape stands {way} {x.the}?|What is found {way} {x.the}?

bigger: Which is bigger, {x.the} or {y.the}?|What is bigger, {x.the} or {y.the}?|
Is {x.the} or {y.the} bigger?|Which one is larger, {x.the} or {y.the}?|
Which of the two is bigger: {x.the} or {y.the}?|Which shape is larger, {x.the} or {y.the}?|
{x.the} or {y.the}, which is bigger?|Compare {x.the} and {y.the}. Which is bigger?|
Is {x.the} or {y.the} larger?|What is larger: {x.the} or {y.the}?|
Which one was drawn larger, {x.the} or {y.the}?|Say which is bigger, {x.the} or {y.the}.|
Tell me which is larger, {x.the} or {y.the}.|Between {x.the} and {y.the}, which is bigger?|
Of {x.the} and {y.the}, which one is larger?|
Which has the larger size, {x.the} or {y.the}?|{x.the} or {y.the}: the bigger one?

smaller: Which is smaller, {x.the} or {y.the}?|What is smaller, {x.the} or {y.the}?|
Is {x.the} or {y.the} smaller?|Which one is smaller, {x.the} or {y.the}?|
Which of the two is smaller: {x.the} or {y.the}?|Which shape is smaller, {x.the} or {y.the}?|
{x.the} or {y.the}, which is smaller?|Compare {x.the} and {y.the}. Which is smaller?|
Which is the smaller one, {x.the} or {y.the}?|What is smaller: {x.the} or {y.the}?|
Which one was drawn smaller, {x.the} or {y.the}?|Say which is smaller, {x.the} or {y.the}.|
Tell me which is smaller, {x.the} or {y.the}.|Between {x.the} and {y.the}, which is smaller?|
Of {x.the} and {y.the}, which one is smaller?|
Which has the smaller size, {x.the} or {y.the}?|{x.the} or {y.the}: the smaller one?

biggest: What is the biggest shape?|Which shape is the biggest?|What is the largest shape?|
Which shape is the largest?|Which one is the biggest?|Which object is the largest?|
Name the biggest shape.|What is the biggest object?|Which is the biggest?|
What is the biggest thing in the picture?|
Which of them is the biggest?|Tell me the biggest shape.|Which shape is larger than all others?|
Which of the shapes is the largest?|What shape is the biggest?|
Which shape takes up the most room?|Which is the biggest of the shapes?|
Of all shapes, which is the largest?|Which shape is bigger than the others?|
[Which/What/Which shape/Which one/Which thing/Which figure] is
[biggest/largest/the biggest of all/larger than all others/bigger than the rest]?|
[Which/Which one] of [them/these/the shapes] is [the biggest/the largest/larger than all the
others]?|
[biggest/largest/Biggest/Largest] [shape/one/object/thing]?|
[What/Which] [is/would be] the [biggest/largest] [shape/one/object/thing] [/here/in it/on the page]?

smallest: What is the smallest shape?|Which shape is the smallest?|Which one is the smallest?|
Which object is the smallest?|Name the smallest shape.|What is the smallest object?|
Which is the smallest?|What is the smallest thing in the picture?|
Tell me the smallest shape.|
Which of them is the smallest?|Which shape is smaller than all others?|
Which of the shapes is the smallest?|What shape is the smallest?|Name the smallest object.|
Which shape takes up the least room?|Which is the smallest of the shapes?|
Of all shapes, which is the smallest?|Which shape is smaller than the others?|
Which is the tiniest shape?|
tiniest one?|
[Which/What/Which shape/Which one/Which thing/Which figure] is
[smallest/the tiniest/tiniest/the smallest of all/smaller than all others/smaller than the rest]?|
[Which/Which one] of [them/these/the shapes] is [the smallest/the tiniest/smaller than the others]?|
[smallest/tiniest/Smallest] [shape/one/object/thing]?|
[What/Which] [is/would be] the [smallest/tiniest] [shape/one/object/thing] [/here/in it]?

background: What color is the background?|What is the background color?|Color of the background?|
Which color is behind the shapes?|What color is behind the shapes?|Which color is the background?|
Which color does the background have?|What is the color of the background?|
On what color are the shapes?|Tell me the color of the background.|
What color does the background have?|Name the background color.|
What is behind the shapes?|What color is the ground?|What color is the paper?|
Say the color of the background.|What color was used for the background?|
Which color is in the background?|The background is which color?|
What is the color behind everything?|
Could you tell me the background color?|In what color is the background?|
Name the color of the background.|What color has the background?|
What color is the canvas?|What color is the page?|What color is the sheet?|
What are the shapes drawn on? Name its color.|And the background, which color has it?|
background color?|color of background|Behind the shapes, which color do you see?|
What color is the area around the shapes?|The ground has which color?|
What color is the surface behind it all?|On which color was this drawn?|
What color surrounds the shapes?|What color did I use behind the shapes?|
Which color fills the rest of the picture?|I'd like to know the color of the background.|
What color is the wall behind them?|What color do they stand on?|Which color is the backdrop?|
What is the color of the paper?|The paper: which color?|
[What/Which] color [is/has] the [background/backdrop/paper/page/canvas/sheet/ground/wall/surface]
[/behind the shapes/behind it all/under the shapes/behind them]?|
[What/Which] color [is behind/is under/lies behind/surrounds/is around]
[the shapes/them/everything/it all/the things/the figures]?|
[What/Which] color [is everything/are the shapes/are they/are these]
[drawn/painted/placed] on?|
[What/Which] color did [I/they/she/he] [choose/use/take/pick] for the
[background/backdrop/paper/page/canvas/sheet/ground]?|
The [background/backdrop/paper/page/canvas/sheet/ground]
[, which color is it/: which color/ has what color/ itself, what color has it]?|
Color of the [background/backdrop/paper/page/canvas/sheet/ground] [/please]?|
[They are/It is all/It's all] [drawn/painted] on a [colored/plain] [ground/page/paper]. Which
color?|
[I painted/I filled/They painted] the [page/paper/ground/canvas] in one color. Which [one/one is
it]?|
[I'd like to know/Tell me/Can you tell me/Name] the color of the
[backdrop/paper/page/canvas/ground].|
[What/Which] color is the ~ [behind the shapes/behind them/behind it all/under the shapes]?

color_or: Is {x.the} {one} or {other}?|{x.the}: {one} or {other}?|
Would you say {x.the} is {one} or {other}?|What color is {x.the}, {one} or {other}?|
{one} or {other}: what color is {x.the}?|
Does {x.the} have the color {one} or {other}?|Which color does {x.the} have: {one} or {other}?|
Is the color of {x.the} {one} or {other}?|Tell me if {x.the} is {one} or {other}.|
Was {x.the} drawn in {one} or in {other}?|Is {x.the} more {one} or more {other}?|
Which is it, {x.the}: {one} or {other}?|
{one} or {other}, what is {x.the}?|{one} or {other}: which is {x.the}?|{x.the} is {one} or {other}?|
Tell me whether {x.the} is {one} or {other}.|
[Is/Was] [{x.the}/that {x.one}/this {x.one}] {one} or {other}?|
Is {x.the} {one}[, or/ or] [is it/rather/maybe/more] {other}?|
[{x.the}/{x.one}][:/,/ is] {one} or {other}?|
{one} or {other}[, what's/, what is/: what is/: which is/, which color is] {x.the}?|
[What's/What is/Tell me] [the color of {x.the}/{x.the}'s color][,/:] {one} or {other}?|
[Do you think/Would you say/Can you tell whether/Can you see if/Tell me whether/I wonder if]
{x.the} is {one} or {other}.

shape_or: Is the {color} one {one.a} or {other.a}?|Is the {color} shape {one.a} or {other.a}?|
The {color} one: {one.one} or {other.one}?|What is {color}, {one.the} or {other.the}?|
{one.a} or {other.a}: what is the {color} one?|
Would you call the {color} thing {one.a} or {other.a}?|
Which is {color}, {one.the} or {other.the}?|Is the {color} object {one.a} or rather {other.a}?|
Tell me if the {color} one is {one.a} or {other.a}.|
The {color} one is {one.a} or {other.a}?|The {color} one, is it {one.a} or {other.a}?|
[Is/Was] [the/that] {color} [one/thing/object/figure/shape] {one.a} or {other.a}?|
[The/That] {color} [one/thing/figure/shape][:/,/ is/, is it] {one.a} or {other.a}?|
[The/That] {color} [one/thing/figure/shape][:/,] {one.one} or {other.one}?|
Is the {color} [one/thing/object] {one.a}? Or {other.a}?|
[What/Which] is {color}[/ here/ in this picture], {one.a} or {other.a}?|
{one.a} or {other.a}[: what is/, what is/, which is] the {color} [one/thing/figure]?|
[Do you think/Would you say/Can you tell whether/Tell me whether]
the {color} [one/thing] is {one.a} or {other.a}.

background_or: Is the background {one} or {other}?|The background: {one} or {other}?|
What color is the background, {one} or {other}?|Is it drawn on {one} or on {other}?|
Are the shapes on {one} or {other}?|Is the paper {one} or {other}?|
[Is/Was] the [background/backdrop/paper/page/canvas/sheet/ground] {one} or {other}?|
The [background/backdrop/paper/page/canvas/sheet/ground][:/,] {one} or {other}?|
[What/Which] color [is/has] the [background/backdrop/paper/page/canvas], {one} or {other}?|
[Do you think/Would you say/Tell me whether] the [background/page/paper] is {one} or {other}.

count_or: Are there {n} or {m} {x.many}?|{n} {x.many} or {m}?|Is it {n} {x.many} or {m}?|
Do you see {n} or {m} {x.many}?|How many {x.many}, {n} or {m}?|
{x.many}: {n} or {m}?|Would you say there are {n} or {m} {x.many}?|
[Is it/Are there/Do you see/Do you count] {n} {x.many} or {m}?|
{n} {x.many}[, or/ or] {m}?|
There are {n} {x.many}[, aren't there/, right/ here, aren't there/ in it, right]?|
I [count/see/found] {n} {x.many}. Is that right?

size_or: Is {x.the} bigger or smaller than {y.the}?|Is {x.the} smaller or bigger than {y.the}?|
{x.the}: larger or smaller than {y.the}?|Compared with {y.the}, is {x.the} bigger or smaller?|
Would you say {x.the} is bigger or smaller than {y.the}?|
[Is/Was] {x.the} [bigger or smaller/smaller or bigger/larger or smaller/smaller or larger] than
{y.the}?|
[{x.the}/So {x.the}][:/, is it] [bigger or smaller/larger or smaller] than {y.the}?

left_or_right: Is {x.the} on the left or on the right?|{x.the}: left or right?|
Is {x.the} left or right?|Which half is {x.the} in, left or right?|
On which side is {x.the}, left or right?|Would you say {x.the} is on the left or the right?|
On which side is {x.the}?|Which side of the picture is {x.the} on?|
Tell me whether {x.the} is left or right.|Is {x.the} nearer the left or the right?|
Does {x.the} sit on the left or on the right?|{x.the}: on the left or on the right?|
[Is/So is/Was] [{x.the}/that {x.one}]
[left or right/right or left/on the left or on the right/on the right or on the left]?|
[Is/Does] {x.the} [/sit/lie/stand/appear]
[on the left or the right/on the left or right/more on the left or more on the right]?|
[{x.the}/{x.one}][:/,/, is that] [left or right/on the left or the right/right or left]?|
[Which/What] [side is {x.the} on/half is {x.the} in] [/, left or right/, right or left]?|
On which side [is/do you see/do I find/did I draw] {x.the} [/, left or right]?|
[Do you think/Would you say/Tell me whether/Tell me if/Can you tell whether] {x.the} is
[left or right/on the left or on the right/on the right or the left].|
Where is {x.the}, [left or right/on the left or on the right]?|
[Left or right/On the left or on the right][:/,] where is {x.the}?|
Did I [place/put/draw] {x.the} [left or right/on the left or on the right/on the right or left]?|
Which side [has/holds/shows] {x.the}?|
Is it the [left or the right/right or the left] [side/half] where {x.the} is?|
Do I [have to look/need to look/look] [left or right/to the left or to the right] for {x.the}?

top_or_bottom: Is {x.the} at the top or at the bottom?|{x.the}: top or bottom?|
Which half is {x.the} in, top or bottom?|Is {x.the} up or down?|
Would you say {x.the} is at the top or the bottom?|Is {x.the} in the upper or the lower half?|
Tell me whether {x.the} is at the top or the bottom.|Is {x.the} nearer the top or the bottom?|
Does {x.the} sit at the top or at the bottom?|{x.the}: at the top or at the bottom?|
[Is/So is/Was] [{x.the}/that {x.one}]
[at the top or at the bottom/at the bottom or at the top/at the top or the bottom/up or down]?|
[Is/Does] {x.the} [/sit/lie/stand/appear]
[at the bottom or the top/up at the top or down at the bottom/at the top, or is it at the bottom]?|
[{x.the}/{x.one}][:/,/, is that] [top or bottom/at the top or the bottom/bottom or top]?|
[Which/What] half is {x.the} in, [top or bottom/the upper or the lower/bottom or top]?|
[Do you think/Would you say/Tell me whether/Tell me if/Can you tell whether] {x.the} is
[at the top or at the bottom/at the bottom or the top].|
Where is {x.the}, [at the top or at the bottom/top or bottom/up or down]?|
[Top or bottom/At the top or at the bottom][:/,] where is {x.the}?|
Did I [place/put/draw] {x.the} [at the top or at the bottom/at the bottom or the top]?|
Is {x.the} [on top or at the bottom/in the upper or in the lower half/high up or low down]?|
Do you see {x.the} [at the top or the bottom/at the bottom or at the top]?

corner: In which corner is {x.the}?|Which corner is {x.the} in?|{x.the} is in which corner?|
Which corner has {x.the}?|In what corner do you see {x.the}?|What corner is {x.the} in?|
Tell me the corner of {x.the}.|Which of the corners holds {x.the}?|
In which corner did I put {x.the}?|
[In which/In what] corner [is/do you see/did I put/would I find/do I find/lies/sits] {x.the}?|
[Which/What] corner [is {x.the} in/has {x.the}/holds {x.the}/did I put {x.the} in]?

bigger_check: Is {x.the} bigger than {y.the}?|Is {x.the} larger than {y.the}?|
{x.the} is bigger than {y.the}, isn't it?|Is it true that {x.the} is bigger than {y.the}?|
Does {x.the} take more room than {y.the}?|Would you say {x.the} is larger than {y.the}?

smaller_check: Is {x.the} smaller than {y.the}?|{x.the} is smaller than {y.the}, isn't it?|
Is it true that {x.the} is smaller than {y.the}?|Would you say {x.the} is smaller than {y.the}?

clip_happens: What happens in the video?|What happens?|Describe the video.|What moves where?|
What do you see in the video?|What is going on in this clip?|What does the video show?|
Tell me what happens in this video.|What do you see?|What happens in this clip?|
Describe what happens.|What is happening here?|What can you see in this video?|Describe the clip.|
Describe the movement.|
What goes on in this video?|What happens here?|Tell me what moves.|Say what happens.|
What is to be seen in the clip?|
[What/What all] [happens/goes on/is going on/takes place/moves/can be seen] [/in the clip/in this
film/in the video/here]?|
[Describe/Tell me/Say/Explain] [what happens/what goes on/what moves/what is going on] [/in the
clip/in this film/in the video/here].|
[What/How] [do the shapes do/do the shapes move/does everything move] [/in the clip/in this film/in
the video/here]?

direction: Which way does {x.the} move?|In which direction does {x.the} move?|
Where does {x.the} go?|
What direction is {x.the} moving?|Which direction does {x.the} move?|How does {x.the} move?|
Where is {x.the} moving?|Which way is {x.the} going?|In what direction does {x.the} go?|
Where does {x.the} move?|Which way does {x.the} travel?|Tell me where {x.the} moves.|
What is the direction of {x.the}?|
In what direction is {x.the} moving?|Say which way {x.the} moves.|Where is {x.the} going?|
Where is {x.the} heading?|Which direction is {x.the} going?|Which way is {x.the} moving?|
To which side does {x.the} move?|Which way does {x.the} go in the clip?|
In which direction is {x.the} going?|Describe how {x.the} moves.|What way does {x.the} go?|
Which way does {x.the} head?|
{x.the}: which way?|Where is {x.the} off to?|And {x.the}, where does it go?|
Where is {x.the} going to?|What way is {x.the} moving?|direction of {x.the}|
I'd like to know where {x.the} goes.|Where does {x.the} head to?|
[Which way/In which direction/In what direction/Where]
[does {x.the} go/is {x.the} going/does {x.the} move/is {x.the} heading/does {x.the} travel]
[/in the clip/in the film/in this video/here]?|
[To which side/Which way] [does {x.the} fly/does {x.the} drift/is {x.the} on its way/does {x.the}
run]?

direction_check: Does {x.the} move {way}?|Is {x.the} moving {way}?|Does {x.the} go {way}?|
Is {x.the} going {way}?|Do you see {x.the} move {way}?|Is it true that {x.the} moves {way}?|
Does {x.the} travel {way}?|{x.the} moves {way}, right?|Does {x.the} move {way} in the video?|
Would you say that {x.the} moves {way}?|Is {x.the} moving {way} in the clip?|
Does {x.the} head {way}?|Is {x.the} heading {way}?|Tell me whether {x.the} moves {way}.|
Check whether {x.the} moves {way}.|
[Does/Did] {x.the} [go/move/travel/fly/head] {way} [/in the clip/in this film/in the video/here]?|
[I think/I say/It seems] {x.the} [goes/moves] {way}. Is that right?|
{x.the} [goes/moves] {way}, doesn't it?

clip_color: What color is {x.the}?|What is the color of {x.the}?|Which color does {x.the} have?|
Tell me the color of {x.the}.|Which color is {x.the}?|What color does {x.the} have?|
What color is {x.the} in the video?|In the clip, what color is {x.the}?|Color of {x.the}?|
Can you tell me what color {x.the} is?|Name the color of {x.the}.|
Could you tell me the color of {x.the}?|Say the color of {x.the}.|
What color would you say {x.the} is?|Of what color is {x.the}?

clip_color_it: What color is it?|What color is the shape?|What color is the object?|
Which color is the shape in the video?|What is the color of the shape?|Which color is it?|
What color does the object have?|What is its color?|What color is the thing in the video?|
Tell me the color of the shape.

clip_color_moving: What color is the moving shape?|What color is the shape that moves?|
Which color is moving?|What is the color of the moving object?|What color is the moving object?|
What color does the moving shape have?|Which color does the moving shape have?|
Tell me the color of the shape that moves.|What is the color of the thing that moves?|
What color is the one that moves?|
[What/Which] color [is/has] the [moving/travelling] [one/thing/object/shape] [/in the clip/in this
film/in the video/here]?|
[What/Which] color is [what moves/the shape that moves/the thing that goes somewhere]?

clip_shape: What shape is the {color} one?|Which shape is {color}?|
What shape is the {color} object?|
What is the {color} shape?|What is the {color} thing?|What shape does the {color} object have?|
Which shape does the {color} one have?|What is the {color} object in the video?|
What kind of shape is the {color} one?|Tell me the shape of the {color} one.|
What sort of shape is the {color} one?|Name the {color} shape.|Say what shape the {color} one is.

clip_shape_it: What shape is it?|What shape is in the video?|What shape is the object?|
Which shape do you see in the video?|What shape do you see?|What kind of shape is it?|
Which shape is in the clip?|What shape does the object have?|Which shape is it?|
Name the shape in the video.

clip_shape_moving: What shape is moving?|What shape is the moving object?|Which shape moves?|
What shape moves?|What moves?|Which object is moving?|What is moving in the video?|What is moving?|
Which of the shapes moves?|Name the shape that moves.|
[What/Which shape/Which thing/Which one] [moves/is moving/is on the move/changes its place] [/in
the clip/in this film/in the video/here]?

moves_any: Does anything move?|Is something moving?|Does something move in the video?|
Is anything moving?|Is there any movement?|Do you see something move?|Do any shapes move?|
Does anything move in the clip?|Can you see any movement?|Is there a shape that moves?|
[Does/Did] [anything/something/any of the shapes] [move/change its place/go anywhere] [/in the
clip/in this film/in the video/here]?|
Is [anything/something] [moving/on the move/in motion] [/in the clip/in this film/in the
video/here]?

moves: Does {x.the} move?|Is {x.the} moving?|Does {x.the} move at all?|Is {x.the} in motion?|
Do you see {x.the} move?|Does {x.the} move in the video?|Is {x.the} moving in the clip?|
Does {x.the} change its place?|Can you see {x.the} move?|Does {x.the} go anywhere?|
Tell me whether {x.the} moves.|Does {x.the} do any moving?|Does {x.the} leave its place?|
Is {x.the} one that moves?|
{x.the} moves, doesn't it?|I think {x.the} moves. Is that right?|
Has {x.the} moved at all?|Is there any movement of {x.the}?|Does {x.the} leave its spot?|
[Does/Did] {x.the} [move/change its place/go anywhere/leave its place/leave its spot/shift]
[/at all/in the video/in this clip/in the film]?|
Is {x.the} [moving/on the move/in motion] [/at all/in the video/in this clip]?

moves_not: Does {x.the} stay still?|Is {x.the} still?|Does {x.the} stay in the same place?|
Does {x.the} stay where it is?|Is {x.the} standing still?|Does {x.the} rest the whole time?|
Is {x.the} at rest the whole time?|Does {x.the} stand still in the video?|
Does {x.the} keep its place?|
Does {x.the} remain in its place?|
[Does/Did] {x.the} [stay put/stay in place/rest/stand still/keep its place/remain where it is]
[/in the video/in this clip/the whole time]?

stops: Does {x.the} stop?|Does {x.the} stop at the end?|Does {x.the} stop moving?|
Does {x.the} come to a stop?|Does {x.the} come to rest?|Is {x.the} at rest at the end?|
Does {x.the} stop in the video?|Do you see {x.the} stop?|Does {x.the} stop before the end?|
Has {x.the} stopped at the end?|
Does {x.the} halt?|Tell me whether {x.the} stops.|Does {x.the} stand still at the end?|
Does {x.the} come to a halt?|Does {x.the} end up at rest?|
[Does/Did] {x.the} [stop/halt/come to rest/come to a stop] [/at some point/at the end/before the
end]?

stops_not: Does {x.the} move the whole time?|Is {x.the} moving the whole time?|
Does {x.the} keep moving?|Does {x.the} move all the time?|Does {x.the} keep going until the end?|
Does {x.the} move until the end?|Is {x.the} still moving at the end?|Is {x.the} always moving?|
Does {x.the} never stop?|Does {x.the} go on moving to the end?|
Does {x.the} keep on moving?|Does {x.the} move without a stop?|Does {x.the} keep going?|
Does {x.the} go on until the end?|
[Does/Did] {x.the} [keep moving/keep going/move on/go on] [/all the time/until the end/to the end]?

stop_place: Where does {x.the} stop?|Where does {x.the} come to rest?|
Where is {x.the} when it stops?|
In which part does {x.the} stop?|At which place does {x.the} stop?|
Where does {x.the} come to a stop?|
Tell me where {x.the} stops.|Where in the video does {x.the} stop?|Where does {x.the} rest?|
In which part of the picture does {x.the} stop?

turns_first: Where does {x.the} go first?|Which way does {x.the} move first?|
Where does {x.the} move first?|In which direction does {x.the} move first?|
What is the first direction of {x.the}?|Where does {x.the} go at the start?|
Which way does {x.the} go at first?|Which direction does {x.the} take first?|
How does {x.the} move in the beginning?|Where does {x.the} move at the start?|
[Where/Which way/In which direction] does {x.the} [go/move/head] [first/at first/to begin with]?

turns_then: Where does {x.the} go then?|Where does {x.the} go after that?|
Where does {x.the} go next?|
Which way does {x.the} move then?|In which direction does {x.the} move after the turn?|
Where does {x.the} move after it turns?|Which way does {x.the} go after the turn?|
Where does {x.the} go at the end?|Which direction does {x.the} take last?|
Where does {x.the} move in the end?|
[Where/Which way/In which direction] does {x.the} [go/move/head] [then/next/after the turn]?

turns: Does {x.the} turn?|Does {x.the} change its direction?|Does {x.the} change direction?|
Does {x.the} make a turn?|Is there a turn in the way of {x.the}?|Does {x.the} turn at some point?|
Do you see {x.the} turn?|Does {x.the} take a turn?|Does {x.the} turn in the video?|
Does the direction of {x.the} change?|
[Does/Did] {x.the} [turn/change direction/change its direction/make a turn/go round a corner] [/in
the clip/in this film/in the video/here]?

keeps_direction: Does {x.the} keep its direction?|Does {x.the} move in one direction only?|
Does {x.the} always move in the same direction?|Does {x.the} keep the same direction?|
Does {x.the} go in one direction the whole time?

goes_straight: Does {x.the} move straight on?|Does {x.the} go straight?|
Does {x.the} move in a straight line?|Is the way of {x.the} straight?|Does {x.the} go straight on?

still_one: Which shape does not move?|Which shape stays still?|What does not move?|
Which one stays in the same place?|Which object stays still?|What stays still?|
Which shape stays where it is?|Which of the shapes does not move?|What is not moving?|
Name the shape that does not move.|Which shape rests?|
[What/Which shape/Which one/Which thing] [stays put/does not move/stays where it is/rests/never
moves]
[/in the clip/in this film/in the video/here]?

clip_count: How many shapes are there?|How many shapes are in the video?|Count the shapes.|
How many objects do you see in the video?|How many shapes do you see?|
How many shapes does the clip show?|How many objects are there?|What is the number of shapes?|
How many things are in the clip?|Count the shapes in the video.|
[How many/What number of] [shapes/objects/things/items/figures] [are there/do you see/can you count]
[/in the clip/in this film/in the video/here]?

clip_exists: Is there {x.a} in the video?|Do you see {x.a}?|Is there {x.a}?|
Can you see {x.a} in the clip?|
Does the video show {x.a}?|Is {x.a} in the clip?|Do you see {x.a} in the video?|Can you find {x.a}?|
Does the clip show {x.a}?|Are there any {x.many} in the video?|
Can you spot {x.a}?|Is {x.a} visible in the video?|Does this video have {x.a}?|
Tell me whether there is {x.a} in the clip.

earlier_color: What color is {x.the} in {picture}?|In {picture}, what color is {x.the}?|
What is the color of {x.the} in {picture}?|Which color does {x.the} in {picture} have?|
Look at {picture}. What color is {x.the}?|In {picture}, which color is {x.the}?|
Tell me the color of {x.the} in {picture}.|Which color is {x.the} in {picture}?|
What color does {x.the} have in {picture}?|And in {picture}, what color is {x.the}?|
What color was {x.the} in {picture}?

earlier_count: How many shapes are in {picture}?|How many shapes are there in {picture}?|
In {picture}, how many shapes are there?|Count the shapes in {picture}.|
How many objects are in {picture}?|How many shapes does {picture} show?|
How many shapes do you see in {picture}?|Look at {picture}. How many shapes are there?|
How many shapes were in {picture}?|And how many shapes are in {picture}?

earlier_exists: Is there {x.a} in {picture}?|In {picture}, is there {x.a}?|
Does {picture} show {x.a}?|
Do you see {x.a} in {picture}?|Can you see {x.a} in {picture}?|Is {x.a} in {picture}?|
Look at {picture}. Is there {x.a}?|Was there {x.a} in {picture}?|
Are there any {x.many} in {picture}?|
And is there {x.a} in {picture}?

earlier_describe: What is in {picture}?|What do you see in {picture}?|Describe {picture}.|
What does {picture} show?|Tell me what is in {picture}.|What was in {picture}?|
Which shapes are in {picture}?|What can you see in {picture}?|What is shown in {picture}?|
And what is in {picture}?|List the shapes in {picture}.

which_shows: Which picture shows {x.a}?|In which picture is there {x.a}?|Which picture has {x.a}?|
In which picture do you see {x.a}?|Which image shows {x.a}?|On which picture is {x.a}?|
Which of the pictures shows {x.a}?|Where do you see {x.a}, in which picture?|
Which of the images has {x.a}?|In which of the pictures is {x.a}?

which_more: Which picture has more shapes?|Which picture shows more shapes?|
In which picture are there more shapes?|Which image has more shapes?|
Which of the two pictures has more shapes?|Where are more shapes, in which picture?|
Which picture has more objects?|Which of the pictures shows more shapes?|
Which one has more shapes?|In which image do you see more shapes?

which_fewer: Which picture has fewer shapes?|Which picture shows fewer shapes?|
In which picture are there fewer shapes?|Which image has fewer shapes?|
Which of the two pictures has fewer shapes?|Where are fewer shapes, in which picture?|
Which picture has fewer objects?|Which of the pictures shows fewer shapes?|
Which one has fewer shapes?|In which image do you see fewer shapes?

which_most: Which picture has the most shapes?|Which picture shows the most shapes?|
In which picture are the most shapes?|Which image has the most shapes?|
Which of the pictures has the most shapes?|Where are the most shapes, in which picture?|
Which picture has the most objects?|Which of the pictures shows the most shapes?|
Which one has the most shapes?|In which image do you see the most shapes?
""")
# People ask of the right what they ask of the left.
QUESTIONS |= {
    kind.replace("left", "right"): tuple(it.replace("left", "right") for it in QUESTIONS[kind])
    for kind in ("side_left", "side_left_most")
}
